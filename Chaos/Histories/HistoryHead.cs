namespace SfPerf.Chaos.Histories;

/// <summary>Describes what a history says of itself in its first line.</summary>
/// <param name="Seed">What faults and operations were drawn from.</param>
/// <param name="Seconds">How long faults were injected.</param>
/// <param name="Nodes">Nodes of the cluster.</param>
/// <param name="Partitions">Partitions of the store.</param>
/// <param name="Clients">Concurrent clients.</param>
/// <param name="Faults">The kinds of faults, as the command line names them.</param>
/// <param name="Accounts">Accounts of each partition.</param>
/// <param name="InitialBalance">What each account began with.</param>
public sealed record HistoryHead(
    int Seed, int Seconds, int Nodes, int Partitions, int Clients, string Faults, int Accounts, long InitialBalance);
