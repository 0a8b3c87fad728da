using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Platform;

namespace SfPerf.Commands.Parameters;

/// <summary>The parameters that one kind of file may hold.</summary>
/// <param name="title">What its JSON Schema is called.</param>
/// <param name="about">What its JSON Schema says of the whole.</param>
/// <param name="all">The parameters, in the order they are shown.</param>
internal sealed class ParameterCatalogue(string title, string about, IReadOnlyList<ParameterDefinition> all)
{
    public const string ApplicationParameters = "ApplicationParameters";
    public const string ApplicationParametersPrefix = ApplicationParameters + ".";

    /// <summary>The object that says which parameters a sweep varies.</summary>
    public const string Axes = "Axes";

    public const string AxesPrefix = Axes + ".";

    /// <summary>The name of the parameter that says which scenario a file is for; a run's file has none.</summary>
    public const string Scenario = "Scenario";

    private readonly Dictionary<string, ParameterDefinition> _byName = all.ToDictionary(d => d.Name);

    public string Title => title;

    public string About => about;

    public IReadOnlyList<ParameterDefinition> All => all;

    /// <summary>Gets whether parameters of the application manifest, and axes of a sweep, may stand beside its
    /// own.</summary>
    public bool HasObjects { get; init; }

    /// <summary>Gets the names of the parameters that help shows unless all are asked for; empty for all.</summary>
    public IReadOnlyList<string> Common { get; init; } = [];

    /// <summary>Gets the parameters that may be an axis.</summary>
    public IEnumerable<ParameterDefinition> Axial => all.Where(d => d.Kind != ParameterKind.List);

    /// <summary>Gets the parameter whose value decides what some others are unless they are given; null for none.
    /// </summary>
    public string? PresetBy { get; init; }

    /// <summary>Gets what it decides, by its value.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> Presets { get; init; } =
        new Dictionary<string, IReadOnlyDictionary<string, string>>();

    public ParameterDefinition? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>Returns whether a name is an object whose members are values of their own, <c>Object.Member</c>.
    /// </summary>
    public static bool IsObject(string name) => name is ApplicationParameters or Axes;

    /// <summary>Returns whether a name is that of such a member.</summary>
    public static bool IsMember(string name) => name.StartsWith(ApplicationParametersPrefix, StringComparison.Ordinal)
        || name.StartsWith(AxesPrefix, StringComparison.Ordinal);

    /// <summary>Returns the text to append about an unknown name: the nearest known one, if any.</summary>
    public string DidYouMean(string name)
    {
        var names = all.Select(d => d.Name);
        var near = Suggestion.Nearest(name, HasObjects ? [.. names, ApplicationParameters, Axes] : names);
        return near is null ? "" : $" Did you mean {near}?";
    }
}
