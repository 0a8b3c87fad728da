using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;

namespace SfPerf.Commands.Parameters;

/// <summary>
/// Describes where a value came from: for a file its path, line and column, else the variable or the option.
/// </summary>
internal sealed record ParameterOrigin(OriginKind Kind, string Place, int Line = 0, int Column = 0)
{
    public static readonly ParameterOrigin Default = new(OriginKind.Default, "default");

    /// <summary>Gets the place with its column, as compilers write it.</summary>
    public string Exact => Column > 0 ? $"{this}:{Column}" : ToString();

    public override string ToString() => Line > 0 ? $"{Place}:{Line}" : Place;
}

/// <summary>Specifies where a value came from; a later one overrides an earlier one.</summary>
internal enum OriginKind
{
    Default,
    File,
    Environment,
    Set,
    CommandLine,
}

/// <summary>Represents one value in force, and where it came from.</summary>
internal sealed record ParameterValue(string Name, string Text, ParameterOrigin Origin);

/// <summary>Represents one value as it was written, before anything checked it.</summary>
/// <param name="Name">The name as written; <c>ApplicationParameters.X</c> for a member of that object.</param>
/// <param name="Text">The value as text.</param>
/// <param name="Kind">The JSON kind, or Undefined where the source knows only text.</param>
/// <param name="Origin">Where it was written.</param>
internal sealed record RawParameter(string Name, string Text, JsonValueKind Kind, ParameterOrigin Origin)
{
    public const char ListSeparator = ',';

    /// <summary>Gets the elements of a list in JSON; null for anything else.</summary>
    public IReadOnlyList<RawParameter>? Elements { get; init; }

    /// <summary>Takes the value as a list: that of JSON, or a text with commas; an empty text is an empty list.
    /// </summary>
    public IReadOnlyList<RawParameter> AsList() => Elements ?? (Text.Length == 0 ? []
        : [.. Text.Split(ListSeparator).Select(part => this with { Text = part.Trim() })]);
}

/// <summary>Represents one thing wrong with the parameters, in the words the user sees.</summary>
internal sealed record ParameterProblem(string? Name, string? Value, ParameterOrigin? Origin, string Message)
{
    public static ParameterProblem Of(RawParameter raw, string message) =>
        new(raw.Name, raw.Text, raw.Origin, message);

    public static ParameterProblem Of(ParameterValue value, string message) =>
        new(value.Name, value.Text, value.Origin, message);

    public override string ToString()
    {
        var place = Origin is null || Origin.Kind == OriginKind.Default ? "" : $"{Origin.Exact}: ";
        var subject = Name is null ? "" : Value is null ? $"{Name}: " : $"{Name} = {Quoted(Value)}: ";
        return place + subject + Message;
    }

    private static string Quoted(string value) => value.Length == 0 ? "\"\"" : value;
}

/// <summary>Describes what was read from a parameter file, in the words of whoever reads it.</summary>
/// <param name="Values">Its values.</param>
/// <param name="Problems">What is wrong with it.</param>
/// <param name="Notes">What is not done as it says, though nothing is wrong.</param>
internal sealed record FileContent(
    List<RawParameter> Values, List<ParameterProblem> Problems, List<ParameterProblem> Notes);

/// <summary>All that values are read from, the weakest first.</summary>
/// <param name="File">Path of the parameter file, or null for none.</param>
/// <param name="Environment">Environment variables.</param>
/// <param name="Settings">Arguments of <c>--set</c>.</param>
/// <param name="Overrides">Arguments of the form <c>/Name:value</c>.</param>
internal sealed record ParameterSources(
    string? File, IDictionary Environment, IReadOnlyList<string> Settings, IReadOnlyList<string> Overrides)
{
    /// <summary>Gets the values of options that stand for a parameter each, as <c>--rounds</c>.</summary>
    public IReadOnlyList<RawParameter> Options { get; init; } = [];

    /// <summary>Gets settings that hold over all others: what a verb of many runs varies from run to run.</summary>
    public IReadOnlyList<string> Varied { get; init; } = [];

    /// <summary>Gets the option that gave these settings; problems name it.</summary>
    public string VariedBy { get; init; } = "--set";
}
