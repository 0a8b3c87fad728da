using System;
using SfPerf.Fabric.Cluster.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>The deployed application.</summary>
internal sealed record StoredApplication
{
    /// <summary>Gets type name and number: the folder's name on every node.</summary>
    public required string Id { get; init; }

    public required ApplicationDefinition Definition { get; init; }

    /// <summary>Gets the partitions' ids, service by service and range by range in the definition's order.</summary>
    public required Guid[] Partitions { get; init; }

    /// <summary>
    /// Gets the partitions that have had a first primary: one of these is never made anew, whatever became of its
    /// configuration.
    /// </summary>
    public Guid[] Created { get; init; } = [];
}
