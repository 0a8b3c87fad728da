using System;

namespace SfPerf.Client.Cluster;

/// <summary>Something that the cluster's manager saw or was told to do.</summary>
internal sealed record ClusterEvent(DateTimeOffset Utc, string Kind, string Text);
