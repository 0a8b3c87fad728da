using System.Collections.Generic;
using SfPerf.Commands.Parameters;

namespace SfPerf.Scenarios;

/// <summary>Makes the catalogue of a scenario: its name, its own parameters and those of every scenario.</summary>
internal static class ScenarioCatalogue
{
    public const string Rounds = "NumRounds";

    /// <summary>What the number of rounds is called where a round has one event of each kind.</summary>
    public const string Repeats = "Repeats";

    public static ParameterCatalogue Of(
        string name, IEnumerable<ParameterDefinition> own, ParameterDefinition? rounds = null) => new(
        $"Parameters of sfperf scenario {name}", "Comments and trailing commas are allowed.",
    [
        Define.Choice(ParameterCatalogue.Scenario, [name], name, "The scenario that the file is for."),
        .. own,
        rounds ?? Define.Integer(Rounds, 1, 1000, 5,
            "Rounds; every arm runs once in each, in turning order. One gives no interval.", "--rounds"),
    ]);
}
