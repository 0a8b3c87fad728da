using System.Text.Json;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>ServicePartitionInfo, ReplicaInfo and ResolvedServicePartition. What tells the kinds of a shape apart is
/// written first: a client may read forward only.</summary>
internal static class PartitionShapes
{
    private const decimal PrimaryEpochVersion = 6.4m;

    internal static string KindOf(bool stateful) => stateful ? "Stateful" : "Stateless";

    internal static void Write(Utf8JsonWriter writer, PartitionView partition, decimal version)
    {
        writer.WriteStartObject();
        writer.WriteString("ServiceKind", KindOf(partition.Stateful));
        WriteInformation(writer, partition);
        writer.WriteString("PartitionStatus", partition.Status);
        writer.WriteString("HealthState", partition.Health);
        if (partition.Stateful)
            WriteStateful(writer, partition, version);
        else
            writer.WriteNumber("InstanceCount", partition.InstanceCount);
        writer.WriteEndObject();
    }

    internal static void WriteInformation(Utf8JsonWriter writer, PartitionView partition)
    {
        writer.WriteStartObject("PartitionInformation");
        writer.WriteString("ServicePartitionKind", partition.Kind);
        writer.WriteString("Id", partition.Id);
        if (partition.LowKey is not null)
            writer.WriteString("LowKey", partition.LowKey);
        if (partition.HighKey is not null)
            writer.WriteString("HighKey", partition.HighKey);
        if (partition.Name is not null)
            writer.WriteString("Name", partition.Name);
        writer.WriteEndObject();
    }

    internal static void Write(Utf8JsonWriter writer, ReplicaStatusView replica, bool stateful)
    {
        writer.WriteStartObject();
        writer.WriteString("ServiceKind", KindOf(stateful));
        writer.WriteString(stateful ? "ReplicaId" : "InstanceId", replica.Id);
        if (stateful)
            writer.WriteString("ReplicaRole", replica.Role);
        writer.WriteString("ReplicaStatus", replica.Status);
        writer.WriteString("HealthState", replica.Health);
        writer.WriteString("NodeName", replica.Node);
        writer.WriteString("Address", replica.Address);
        // Not measured.
        writer.Write64("LastInBuildDurationInSeconds", 0);
        writer.WriteEndObject();
    }

    internal static void Write(Utf8JsonWriter writer, ResolvedView resolved)
    {
        writer.WriteStartObject();
        writer.WriteString("Name", resolved.Service);
        WriteInformation(writer, resolved.Partition);
        writer.WriteList("Endpoints", resolved.Endpoints, static (w, endpoint) =>
        {
            w.WriteStartObject();
            w.WriteString("Kind", endpoint.Role);
            w.WriteString("Address", endpoint.Address);
            w.WriteEndObject();
        });
        writer.Write64("Version", resolved.Version);
        writer.WriteEndObject();
    }

    private static void WriteStateful(Utf8JsonWriter writer, PartitionView partition, decimal version)
    {
        writer.WriteNumber("TargetReplicaSetSize", partition.TargetReplicaSetSize);
        writer.WriteNumber("MinReplicaSetSize", partition.MinReplicaSetSize);
        // Not measured. Clients read the second name, gateways write the first.
        writer.Write64("LastQuorumLossDurationInSeconds", 0);
        writer.WriteString("LastQuorumLossDuration", "PT0S");
        if (partition.Epoch is not { } epoch)
            return;
        writer.WriteStartObject(version < PrimaryEpochVersion ? "CurrentConfigurationEpoch" : "PrimaryEpoch");
        writer.WriteString("ConfigurationVersion", epoch.ConfigurationNumber);
        writer.WriteString("DataLossVersion", epoch.DataLossNumber);
        writer.WriteEndObject();
    }
}
