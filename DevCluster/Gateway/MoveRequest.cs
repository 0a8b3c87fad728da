using System;

namespace SfPerf.DevCluster.Gateway;

internal sealed record MoveRequest
{
    public string Service { get; set; } = "";

    public Guid? PartitionId { get; init; }

    public string? Node { get; init; }
}
