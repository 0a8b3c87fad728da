using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>What happened after some number; Last is the newest number there is.</summary>
internal sealed record ClusterEventsView(long Last, IReadOnlyList<ClusterEventView> Events);
