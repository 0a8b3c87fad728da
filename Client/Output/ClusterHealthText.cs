using System;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Output;

/// <summary>Prints the health events of a cluster for people: the worst first.</summary>
internal static class ClusterHealthText
{
    private static readonly string[] States = ["Error", "Warning", "Ok"];

    public static void Write(ClusterView status, TextWriter output)
    {
        output.WriteLine($"{status.Name}: {status.Health}");
        foreach (var application in status.Applications)
            output.WriteLine($"  {application.Name}: {application.Health}");
        foreach (var e in status.HealthEvents.OrderBy(e => Array.IndexOf(States, e.State)))
        {
            output.WriteLine($"  {e.State,-7} {e.Entity}");
            output.WriteLine($"          {e.SourceId}, {e.Property}{Expiry(e)}: {e.Description}");
        }
    }

    private static string Expiry(HealthEventView e) => e.IsExpired == true ? " (expired)"
        : e.TimeToLiveSeconds is { } lives ? $" (valid for {lives:0.###} s)" : "";
}
