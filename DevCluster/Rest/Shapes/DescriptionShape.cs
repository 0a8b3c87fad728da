using System.Text.Json;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Manifests;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>ServiceDescription. What only matters where services are placed by load is empty.</summary>
internal static class DescriptionShape
{
    internal static void Write(Utf8JsonWriter writer, string application, ServiceDefinition service, bool? persisted)
    {
        writer.WriteStartObject();
        writer.WriteString("ServiceKind", PartitionShapes.KindOf(service.Stateful));
        writer.WriteString("ApplicationName", application);
        writer.WriteString("ServiceName", service.Name);
        writer.WriteString("ServiceTypeName", service.TypeName);
        writer.WriteList("InitializationData", service.InitializationData, static (w, b) => w.WriteNumberValue(b));
        WriteScheme(writer, service.Scheme);
        writer.WriteString("PlacementConstraints", service.PlacementConstraints);
        writer.WriteNone("CorrelationScheme");
        writer.WriteNone("ServiceLoadMetrics");
        writer.WriteNone("ServicePlacementPolicies");
        writer.WriteString("DefaultMoveCost", "Low");
        writer.WriteBoolean("IsDefaultMoveCostSpecified", false);
        writer.WriteString("ServicePackageActivationMode", "SharedProcess");
        writer.WriteString("ServiceDnsName", "");
        writer.WriteNone("ScalingPolicies");
        if (service.Stateful)
        {
            writer.WriteNumber("TargetReplicaSetSize", service.TargetReplicaSetSize);
            writer.WriteNumber("MinReplicaSetSize", service.MinReplicaSetSize);
            writer.WriteBoolean("HasPersistedState", persisted ?? false);
            writer.WriteNumber("Flags",
                (service.ReplicaRestartWaitSeconds > 0 ? 1 : 0) | (service.QuorumLossWaitSeconds > 0 ? 2 : 0));
            writer.WriteNumber("ReplicaRestartWaitDurationSeconds", service.ReplicaRestartWaitSeconds > 0
                ? service.ReplicaRestartWaitSeconds : (int)ClusterOptions.RestartWaitOtherwise.TotalSeconds);
            // A replica that was replaced is not kept.
            writer.WriteNumber("StandByReplicaKeepDurationSeconds", 0);
            writer.WriteNumber("QuorumLossWaitDurationSeconds", service.QuorumLossWaitSeconds);
            writer.WriteNumber("ServicePlacementTimeLimitSeconds", 0);
        }
        else
        {
            // An instance is closed without delay and replaced at once, and none is waited for.
            writer.WriteNumber("InstanceCount", service.InstanceCount);
            writer.WriteNumber("MinInstanceCount", 1);
            writer.WriteNumber("MinInstancePercentage", 0);
            writer.WriteNumber("StatelessFailoverFlags", 0);
            writer.WriteNumber("InstanceCloseDelayDurationSeconds", 0);
            writer.WriteNumber("InstanceRestartWaitDurationSeconds", 0);
        }
        writer.WriteEndObject();
    }

    private static void WriteScheme(Utf8JsonWriter writer, PartitionScheme scheme)
    {
        writer.WriteStartObject("PartitionDescription");
        writer.WriteString("PartitionScheme", scheme.Kind == "Int64Range" ? "UniformInt64Range" : scheme.Kind);
        if (scheme.Kind == "Named")
        {
            writer.WriteNumber("Count", scheme.Names.Length);
            writer.WriteList("Names", scheme.Names, static (w, name) => w.WriteStringValue(name));
        }
        else if (scheme.Kind == "Int64Range")
        {
            writer.WriteNumber("Count", scheme.Count);
            writer.Write64("LowKey", scheme.LowKey);
            writer.Write64("HighKey", scheme.HighKey);
        }
        writer.WriteEndObject();
    }
}
