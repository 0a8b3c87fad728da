using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>What happened after some number; Last is the newest number there is.</summary>
internal sealed record ClusterEventsView(long Last, IReadOnlyList<ClusterEventView> Events);

/// <summary>Something that happened in the cluster.</summary>
internal sealed record ClusterEventView(long Number, DateTimeOffset Utc, string Kind, string Entity, string Text);
