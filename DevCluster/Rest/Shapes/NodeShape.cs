using System;
using System.Text.Json;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>NodeInfo.</summary>
internal static class NodeShape
{
    internal const string CodeVersion = "11.4.0.0";
    internal const string ConfigVersion = "1.0";

    internal static void Write(Utf8JsonWriter writer, NodeView node)
    {
        var up = node.Status == "Up";
        var seconds = node.Since is { } since ? (long)(TimeProvider.System.GetUtcNow() - since).TotalSeconds : 0;
        writer.WriteStartObject();
        writer.WriteString("Name", node.Name);
        writer.WriteString("IpAddressOrFQDN", node.Address);
        writer.WriteString("Type", node.Type);
        writer.WriteString("CodeVersion", CodeVersion);
        writer.WriteString("ConfigVersion", ConfigVersion);
        writer.WriteString("NodeStatus", StatusOf(node));
        writer.Write64("NodeUpTimeInSeconds", up ? seconds : 0);
        writer.WriteString("HealthState", node.Health);
        // No node votes here: one manager decides.
        writer.WriteBoolean("IsSeedNode", false);
        writer.WriteString("UpgradeDomain", node.UpgradeDomain);
        writer.WriteString("FaultDomain", node.FaultDomain);
        WriteId(writer, node.Id);
        writer.WriteString("InstanceId", node.Instance);
        writer.WriteStartObject("NodeDeactivationInfo");
        WriteDeactivation(writer, node);
        writer.WriteEndObject();
        writer.WriteBoolean("IsStopped", node.IsStopped == true);
        writer.Write64("NodeDownTimeInSeconds", up ? 0 : seconds);
        writer.WriteTime("NodeUpAt", up ? node.Since : null);
        writer.WriteTime("NodeDownAt", up ? null : node.Since);
        // No infrastructure places nodes here.
        writer.WriteString("InfrastructurePlacementID", "");
        writer.WriteEndObject();
    }

    /// <summary>Gets the status as Service Fabric tells it: a node that is deactivated is not called up.</summary>
    internal static string StatusOf(NodeView node) => node is { Status: "Up", Deactivation: { } deactivation }
        ? deactivation.Done ? "Disabled" : "Disabling" : node.Status;

    private static void WriteDeactivation(Utf8JsonWriter writer, NodeView node)
    {
        var deactivation = node.Deactivation;
        writer.WriteString("NodeDeactivationIntent", deactivation?.Intent ?? "Invalid");
        writer.WriteString("NodeDeactivationStatus", deactivation is null ? "None"
            : deactivation.Done ? "Completed" : deactivation.Pending.Count > 0 ? "SafetyCheckInProgress"
            : "SafetyCheckComplete");
        writer.WriteList("NodeDeactivationTask", deactivation is null ? [] : new[] { deactivation }, static (w, d) =>
        {
            w.WriteStartObject();
            w.WriteStartObject("NodeDeactivationTaskId");
            w.WriteString("Id", "Client");
            w.WriteString("NodeDeactivationTaskType", "Client");
            w.WriteEndObject();
            w.WriteString("NodeDeactivationIntent", d.Intent);
            w.WriteEndObject();
        });
        writer.WriteList("PendingSafetyChecks", deactivation?.Pending ?? [], static (w, check) =>
        {
            w.WriteStartObject();
            w.WriteStartObject("SafetyCheck");
            w.WriteString("Kind", check.Kind);
            if (check.Partition is { } partition)
                w.WriteString("PartitionId", partition);
            w.WriteEndObject();
            w.WriteEndObject();
        });
    }

    internal static void WriteId(Utf8JsonWriter writer, string id)
    {
        writer.WriteStartObject("Id");
        writer.WriteString("Id", id);
        writer.WriteEndObject();
    }
}
