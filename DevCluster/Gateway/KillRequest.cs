using System;

namespace SfPerf.DevCluster.Gateway;

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record KillRequest
{
    public string? Node { get; set; }

    public string? Primary { get; set; }

    public Guid? PartitionId { get; set; }
}
