namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>Why something is not healthy.</summary>
internal sealed record HealthEventView(string Entity, string SourceId, string Property, string State,
    string Description);
