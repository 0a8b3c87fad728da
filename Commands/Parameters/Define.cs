using System;
using System.Collections.Generic;

namespace SfPerf.Commands.Parameters;

/// <summary>Short forms that catalogues are written in.</summary>
internal static class Define
{
    public static ParameterDefinition Integer(
        string name, long minimum, long maximum, long? value, string meaning, string? option = null) =>
        new(name, ParameterKind.Integer, meaning)
        {
            Minimum = minimum, Maximum = maximum, Default = value?.ToString((IFormatProvider?)null), Option = option,
        };

    /// <summary>A part of a whole, 0 to 1.</summary>
    public static ParameterDefinition Share(string name, string value, string meaning) =>
        new(name, ParameterKind.Number, meaning) { Maximum = 1, Default = value };

    public static ParameterDefinition Text(string name, string value, string meaning) =>
        new(name, ParameterKind.Text, meaning) { Default = value };

    public static ParameterDefinition Flag(string name, bool value, string meaning, string? option = null) =>
        new(name, ParameterKind.Boolean, meaning) { Default = value ? "true" : "false", Option = option };

    public static ParameterDefinition Choice(
        string name, IReadOnlyList<string> choices, string value, string meaning) =>
        new(name, ParameterKind.Choice, meaning) { Choices = choices, Default = value };

    /// <summary>A list, in JSON <c>[10, 100]</c>, elsewhere <c>10,100</c>.</summary>
    public static ParameterDefinition List(
        string name, ParameterDefinition element, string value, string meaning, string? option = null) =>
        new(name, ParameterKind.List, meaning) { Element = element, Default = value, Option = option };
}
