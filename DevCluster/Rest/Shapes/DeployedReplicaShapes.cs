using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>A replica or instance on a node, with the host that it runs in.</summary>
internal sealed record ReplicaOnNode(
    ServiceView Service, PartitionView Partition, ReplicaStatusView Replica, HostView Host);

/// <summary>DeployedServiceReplicaInfo and DeployedServiceReplicaDetailInfo.</summary>
internal static class DeployedReplicaShapes
{
    // What Service Fabric calls invalid: replicators do not tell the manager their numbers.
    private const long UnknownSequenceNumber = -1;
    private static readonly Dictionary<string, int> NoLoad = [];

    internal static IEnumerable<ReplicaOnNode> Of(ClusterView status, NodeView node) =>
        from application in status.Applications
        from service in application.Services!
        let host = node.Hosts!.FirstOrDefault(
            h => h.Application == application.Name && h.Types.Contains(service.TypeName))
        where host is not null
        from partition in service.Partitions!
        from replica in partition.Replicas!
        where replica.Node == node.Name && replica.Status != "Dropped"
        select new ReplicaOnNode(service, partition, replica, host);

    internal static void Write(Utf8JsonWriter writer, ReplicaOnNode deployed)
    {
        var (service, partition, replica, host) = deployed;
        writer.WriteStartObject();
        writer.WriteString("ServiceKind", PartitionShapes.KindOf(partition.Stateful));
        writer.WriteString("ServiceName", service.Name);
        writer.WriteString("ServiceTypeName", service.TypeName);
        writer.WriteString("ServiceManifestName", host.ServicePackage);
        writer.WriteString("CodePackageName", host.CodePackage);
        writer.WriteString("PartitionId", partition.Id);
        writer.WriteString("ReplicaStatus", replica.Status);
        writer.WriteString("Address", replica.Address);
        CodePackageShapes.WriteActivation(writer);
        writer.Write64("HostProcessId", replica.Pid ?? 0);
        WriteId(writer, deployed);
        if (partition.Stateful)
        {
            writer.WriteString("ReplicaRole", replica.Role);
            writer.WriteString("ServiceManifestVersion", service.ManifestVersion);
            WriteReconfiguration(writer, IsSettled(partition) ? "None" : "Unknown");
        }
        writer.WriteEndObject();
    }

    internal static void WriteDetail(Utf8JsonWriter writer, ReplicaOnNode deployed)
    {
        var (service, partition, replica, _) = deployed;
        var settled = IsSettled(partition);
        writer.WriteStartObject();
        writer.WriteString("ServiceKind", PartitionShapes.KindOf(partition.Stateful));
        writer.WriteString("ServiceName", service.Name);
        writer.WriteString("PartitionId", partition.Id);
        WriteId(writer, deployed);
        writer.WriteString("CurrentServiceOperation", settled ? "None" : "Unknown");
        writer.WriteTime("CurrentServiceOperationStartTimeUtc", null);
        writer.WriteList("ReportedLoad", replica.Load ?? NoLoad, LoadShape.WriteReported);
        if (partition.Stateful)
        {
            writer.WriteString("CurrentReplicatorOperation", settled ? "None" : "Invalid");
            var access = AccessOf(partition, replica);
            writer.WriteString("ReadStatus", access);
            writer.WriteString("WriteStatus", access);
            if (replica.Role is "Primary" or "ActiveSecondary" or "IdleSecondary")
                WriteReplicator(writer, replica);
        }
        // Clients read the first name, gateways write the second.
        foreach (var name in new[]
        {
            "DeployedServiceReplicaQueryResult",
            partition.Stateful ? "DeployedServiceReplica" : "DeployedServiceReplicaInstance",
        })
        {
            writer.WritePropertyName(name);
            Write(writer, deployed);
        }
        writer.WriteEndObject();
    }

    // The manager has nothing to ask of any replica of such a partition.
    private static bool IsSettled(PartitionView partition) =>
        partition.Status == "Ready" && partition.Replicas!.All(r => r.Status == "Ready");

    private static string AccessOf(PartitionView partition, ReplicaStatusView replica) =>
        (replica.Role, replica.Status, partition.Status) switch
        {
            (_, "Down", _) => "Invalid",
            ("Primary", "Ready", "Ready") => "Granted",
            ("Primary", _, "InQuorumLoss") => "NoWriteQuorum",
            ("Primary", _, _) => "ReconfigurationPending",
            _ => "NotPrimary",
        };

    private static void WriteId(Utf8JsonWriter writer, ReplicaOnNode deployed) =>
        writer.WriteString(deployed.Partition.Stateful ? "ReplicaId" : "InstanceId", deployed.Replica.Id);

    // The phases of this cluster's reconfigurations are not those of Service Fabric.
    private static void WriteReconfiguration(Utf8JsonWriter writer, string phase)
    {
        writer.WriteStartObject("ReconfigurationInformation");
        writer.WriteString("PreviousConfigurationRole", phase);
        writer.WriteString("ReconfigurationPhase", phase);
        writer.WriteString("ReconfigurationType", "Unknown");
        writer.WriteTime("ReconfigurationStartTimeUtc", null);
        writer.WriteEndObject();
    }

    private static void WriteReplicator(Utf8JsonWriter writer, ReplicaStatusView replica)
    {
        writer.WriteStartObject("ReplicatorStatus");
        writer.WriteString("Kind", replica.Role);
        WriteQueue(writer, "ReplicationQueueStatus");
        if (replica.Role == "Primary")
        {
            writer.WriteNone("RemoteReplicators");
        }
        else
        {
            writer.WriteTime("LastReplicationOperationReceivedTimeUtc", null);
            writer.WriteBoolean("IsInBuild", replica.Status == "InBuild");
            WriteQueue(writer, "CopyQueueStatus");
            writer.WriteTime("LastCopyOperationReceivedTimeUtc", null);
            writer.WriteTime("LastAcknowledgementSentTimeUtc", null);
        }
        writer.WriteEndObject();
    }

    private static void WriteQueue(Utf8JsonWriter writer, string name)
    {
        writer.WriteStartObject(name);
        writer.WriteNumber("QueueUtilizationPercentage", 0);
        writer.Write64("QueueMemorySize", 0);
        foreach (var number in new[]
        {
            "FirstSequenceNumber", "CompletedSequenceNumber", "CommittedSequenceNumber", "LastSequenceNumber",
        })
        {
            writer.Write64(number, UnknownSequenceNumber);
        }

        writer.WriteEndObject();
    }
}
