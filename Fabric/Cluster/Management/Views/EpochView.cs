namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>An epoch, its numbers as text.</summary>
internal sealed record EpochView(string DataLossNumber, string ConfigurationNumber);
