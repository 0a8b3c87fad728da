using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>An application on a node, with its hosts there.</summary>
internal sealed record DeployedApplication(ApplicationView Application, NodeView Node, IReadOnlyList<HostView> Hosts);

/// <summary>DeployedApplicationInfo.</summary>
internal static class DeployedShapes
{
    private static readonly string[] Folders = ["Work", "Log", "Temp"];

    internal static IEnumerable<DeployedApplication> Applications(ClusterView status, NodeView node) =>
        from application in status.Applications
        let hosts = (node.Hosts ?? []).Where(h => h.Application == application.Name).ToArray()
        where hosts.Length > 0
        select new DeployedApplication(application, node, hosts);

    internal static void Write(Utf8JsonWriter writer, DeployedApplication deployed, decimal version)
    {
        var application = deployed.Application;
        writer.WriteStartObject();
        ApplicationShapes.WriteName(writer, application.Name, version);
        writer.WriteString("TypeName", application.TypeName);
        writer.WriteString("TypeVersion", application.TypeVersion);
        writer.WriteString("Status", deployed.Hosts.All(h => h.Status == "Ready") ? "Active" : "Activating");
        foreach (var folder in Folders)
        {
            writer.WriteString(folder + "Directory",
                Path.Combine(deployed.Hosts[0].Folder, folder.ToLowerInvariant()));
        }
        writer.WriteString("HealthState", application.Health);
        writer.WriteEndObject();
    }
}
