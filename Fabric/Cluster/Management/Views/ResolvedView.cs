using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>The answer to a resolve.</summary>
internal sealed record ResolvedView(
    string Service, PartitionView Partition, long Version, IReadOnlyList<EndpointView> Endpoints);
