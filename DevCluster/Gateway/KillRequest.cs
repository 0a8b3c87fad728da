using System;

namespace SfPerf.DevCluster.Gateway;

internal sealed record KillRequest
{
    public string? Node { get; init; }

    public string? Primary { get; init; }

    public Guid? PartitionId { get; init; }
}
