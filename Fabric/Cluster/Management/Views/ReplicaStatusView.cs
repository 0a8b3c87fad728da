namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>A replica or instance in the status.</summary>
internal sealed record ReplicaStatusView(
    string Id, string Node, string Role, string Status, int Pid, string Address, string ReplicatorAddress);
