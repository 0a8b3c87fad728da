using System;
using System.Collections.Generic;

namespace SfPerf.Client.Chaos;

/// <summary>The options of <c>sfperf chaos</c>.</summary>
/// <param name="Length">How long faults are injected.</param>
/// <param name="Seed">What faults and operations are drawn from.</param>
/// <param name="Nodes">Nodes of the cluster.</param>
/// <param name="Partitions">Partitions of the store.</param>
/// <param name="Clients">Clients at once; each serves one partition.</param>
/// <param name="Faults">The groups of faults.</param>
/// <param name="HistoryFile">Where the history is written.</param>
internal sealed record ChaosOptions(TimeSpan Length, int Seed, int Nodes, int Partitions, int Clients,
    IReadOnlyCollection<string> Faults, string HistoryFile)
{
    /// <summary>Gets the command that does the same again.</summary>
    public string Command => FormattableString.Invariant(
        $"sfperf chaos --seconds {Length.TotalSeconds:0} --seed {Seed} --nodes {Nodes} --partitions {Partitions} ")
        + FormattableString.Invariant($"--clients {Clients} --faults {string.Join(',', Faults)}");
}
