using System.Collections.Generic;

namespace SfPerf.Reports.Runs;

/// <summary>The cluster a run was made on.</summary>
public sealed record ClusterRecord
{
    /// <summary>Gets the number of nodes.</summary>
    public int Nodes { get; init; }

    /// <summary>Gets the number of partitions of the store.</summary>
    public int Partitions { get; init; }

    /// <summary>Gets the replicas of each partition.</summary>
    public int Replicas { get; init; }

    /// <summary>Gets what an acknowledgement promises, such as <c>Fsync</c>: numbers under different promises are not
    /// to be compared.</summary>
    public string? Durability { get; init; }

    /// <summary>Gets the replicator's settings and whatever else is set on the cluster.</summary>
    public IReadOnlyDictionary<string, string>? Settings { get; init; }

    /// <summary>Gets a sentence on what the cluster did not tell and the record therefore lacks; null where nothing is
    /// missing.</summary>
    public string? NotTold { get; init; }
}
