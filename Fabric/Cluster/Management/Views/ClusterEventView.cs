using System;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>Something that happened in the cluster.</summary>
internal sealed record ClusterEventView(long Number, DateTimeOffset Utc, string Kind, string Entity, string Text);
