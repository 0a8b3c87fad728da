using System.Collections;
using System.Collections.Generic;

namespace SfPerf.Client.Parameters;

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
}
