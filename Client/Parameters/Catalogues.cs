using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Commands;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Parameters;

/// <summary>Every kind of parameter file, by the name of what reads it.</summary>
internal static class Catalogues
{
    public const string Run = "run";

    public static IReadOnlyDictionary<string, ParameterCatalogue> All { get; } =
        new Dictionary<string, ParameterCatalogue>(ScenarioCommand.All.Select(
            s => KeyValuePair.Create(s.Name, s.Catalogue)).Prepend(KeyValuePair.Create(Run, RunCatalogue.Instance)));

    public static IEnumerable<string> Scenarios => All.Keys.Where(n => n != Run);

    /// <summary>Returns the kind of file that values were read from: a scenario's when they name one, else a run's.
    /// </summary>
    public static ParameterCatalogue Of(IEnumerable<RawParameter> values) =>
        values.LastOrDefault(v => v.Name == ParameterCatalogue.Scenario) is { } scenario
            && Scenarios.Contains(scenario.Text) && All.TryGetValue(scenario.Text, out var catalogue)
            ? catalogue : RunCatalogue.Instance;

    /// <summary>Returns whether a name means something in another kind of file: in the environment it stands beside
    /// ours.</summary>
    public static bool Know(string name) => All.Values.Any(c => c.Find(name) is not null)
        || ParameterCatalogue.IsMember(name);
}
