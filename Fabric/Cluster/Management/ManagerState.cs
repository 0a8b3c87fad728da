namespace SfPerf.Fabric.Cluster.Management;

/// <summary>What the manager itself must find again after a restart, beside the configurations.</summary>
internal sealed record ManagerState
{
    /// <summary>
    /// Gets the number of starts with this folder; versions and replica ids of one start lie above the former's.
    /// </summary>
    public long Generation { get; init; }

    /// <summary>Gets the number of saves up to this one; 0 in a file of the first format.</summary>
    public long Sequence { get; init; }

    public int Nodes { get; init; }

    /// <summary>Gets the number that the next application's folder gets.</summary>
    public int NextApplication { get; init; } = 1;

    public StoredApplication? Application { get; init; }
}
