using System;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Output;

/// <summary>Prints the status of a cluster for people. What a cluster does not tell is left out, with the words about
/// it.</summary>
internal static class ClusterStatusText
{
    public static void Write(ClusterView status, TextWriter output)
    {
        output.WriteLine($"{status.Name}: health {status.Health}" + Given(", up ", status.UpSeconds, " s")
            + Given(", durability ", status.Durability) + Given(", process ", status.Pid));
        output.WriteLine($"  gateway {status.Gateway}" + Given("  ", status.HttpsGateway)
            + Given("  client endpoint ", status.ClientEndpoint) + Given("  data ", status.Data));
        foreach (var node in status.Nodes)
        {
            output.WriteLine($"  {node.Name,-9} {node.Status,-5}{Given(" pid ", node.Pid)}{Deactivated(node)}");
            foreach (var host in node.Hosts ?? [])
                output.WriteLine($"    {host.Program,-24} {host.Status,-8} pid {host.Pid,-8} {host.Application}");
        }

        foreach (var application in status.Applications)
        {
            output.WriteLine($"  {application.Name} {application.TypeName} {application.TypeVersion} "
                + $"{application.Status}, health {application.Health}");
            foreach (var service in application.Services ?? [])
                WriteService(service, output);
        }

        foreach (var e in status.HealthEvents.Where(e => e.State != "Ok"))
            output.WriteLine($"  {e.State}: {e.Entity}: {e.Description}");
    }

    private static void WriteService(ServiceView service, TextWriter output)
    {
        output.WriteLine($"    {service.Name} ({service.Kind}), health {service.Health}");
        foreach (var partition in service.Partitions ?? [])
        {
            output.WriteLine($"      {partition.Id} {partition.Status}");
            foreach (var replica in partition.Replicas ?? [])
            {
                output.WriteLine($"        {replica.Node,-9} {replica.Role,-16} {replica.Status,-8}"
                    + Given(" pid ", replica.Pid));
            }
        }
    }

    // A node that somebody has deactivated is up, and yet gets nothing, or loses what it has.
    private static string Deactivated(NodeView node)
    {
        if (node.Deactivation is not { } deactivation)
            return "";
        if (deactivation.Done)
            return $"  deactivated ({deactivation.Intent})";
        var waits = string.Join(", ", deactivation.Pending.Select(
            c => c.Kind + Given(" of partition ", c.Partition)));
        return $"  being deactivated ({deactivation.Intent})" + (waits.Length > 0 ? $", waits for {waits}" : "");
    }

    private static string Given(string before, object? value, string after = "") =>
        value is null or "" ? "" : FormattableString.Invariant($"{before}{value}{after}");
}
