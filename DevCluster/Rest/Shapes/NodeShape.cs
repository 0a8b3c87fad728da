using System;
using System.Text.Json;
using SfPerf.Fabric.Cluster.Management.Views;

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
        writer.WriteString("NodeStatus", node.Status);
        writer.Write64("NodeUpTimeInSeconds", up ? seconds : 0);
        writer.WriteString("HealthState", node.Health);
        // No node votes here: one manager decides.
        writer.WriteBoolean("IsSeedNode", false);
        writer.WriteString("UpgradeDomain", node.UpgradeDomain);
        writer.WriteString("FaultDomain", node.FaultDomain);
        WriteId(writer, node.Id);
        writer.WriteString("InstanceId", node.Instance);
        writer.WriteStartObject("NodeDeactivationInfo");
        writer.WriteString("NodeDeactivationIntent", "Invalid");
        writer.WriteString("NodeDeactivationStatus", "None");
        writer.WriteNone("NodeDeactivationTask");
        writer.WriteNone("PendingSafetyChecks");
        writer.WriteEndObject();
        writer.WriteBoolean("IsStopped", false);
        writer.Write64("NodeDownTimeInSeconds", up ? 0 : seconds);
        writer.WriteTime("NodeUpAt", up ? node.Since : null);
        writer.WriteTime("NodeDownAt", up ? null : node.Since);
        writer.WriteEndObject();
    }

    internal static void WriteId(Utf8JsonWriter writer, string id)
    {
        writer.WriteStartObject("Id");
        writer.WriteString("Id", id);
        writer.WriteEndObject();
    }
}
