using System;

namespace SfPerf.DevCluster.Gateway;

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record MoveRequest
{
    public string Service { get; set; } = "";

    public Guid? PartitionId { get; set; }

    public string? Node { get; set; }
}
