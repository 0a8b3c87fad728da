using System;
using System.Text.Json;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>DeployedServicePackageInfo and DeployedCodePackageInfo.</summary>
internal static class CodePackageShapes
{
    // Every service package is activated once for all services of its application.
    private const string SharedActivation = "";

    internal static void Write(Utf8JsonWriter writer, HostView host, string health)
    {
        writer.WriteStartObject();
        writer.WriteString("Name", host.ServicePackage);
        writer.WriteString("Version", host.ServicePackageVersion);
        writer.WriteString("Status", StatusOf(host.Status == "Ready"));
        WriteActivation(writer);
        writer.WriteString("HealthState", health);
        writer.WriteEndObject();
    }

    internal static void Write(Utf8JsonWriter writer, HostView host, CodePackageView code)
    {
        writer.WriteStartObject();
        writer.WriteString("Name", code.Name);
        writer.WriteString("Version", code.Version);
        writer.WriteString("ServiceManifestName", host.ServicePackage);
        WriteActivation(writer);
        writer.WriteString("HostType", "ExeHost");
        writer.WriteString("HostIsolationMode", "None");
        writer.WriteString("Status", StatusOf(code.IsReady));
        // No code package is run periodically here.
        writer.Write64("RunFrequencyInterval", 0);
        writer.WriteBoolean("HasSetupEntryPoint", code.Setup is not null);
        var setup = code.Setup;
        Write(writer, "SetupEntryPoint", setup, setup is null ? "Invalid" : setup.Runs.ProcessId != 0 ? "Started"
            : setup.Runs.Ends > 0 ? "Stopped" : "Pending");
        Write(writer, "MainEntryPoint", code.Main, code.IsReady ? "Started"
            : code.Main.Runs.ProcessId != 0 ? "Starting" : "Pending");
        writer.WriteEndObject();
    }

    internal static void WriteActivation(Utf8JsonWriter writer) =>
        writer.WriteString("ServicePackageActivationId", SharedActivation);

    private static string StatusOf(bool ready) => ready ? "Active" : "Activating";

    // A client reads both entry points: one that the manifest does not have is empty.
    private static void Write(Utf8JsonWriter writer, string name, EntryPointView? program, string status)
    {
        var runs = program?.Runs ?? EntryPointRuns.None;
        writer.WriteStartObject(name);
        writer.WriteString("EntryPointLocation", program?.File ?? "");
        writer.Write64("ProcessId", runs.ProcessId);
        // The cluster starts all programs as the user that it runs as itself.
        writer.WriteString("RunAsUserName", program is null ? "" : Environment.UserName);
        Write(writer, runs);
        writer.WriteString("Status", status);
        // Not planned ahead.
        writer.WriteTime("NextActivationTime", null);
        writer.Write64("InstanceId", runs.Instance);
        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, EntryPointRuns runs)
    {
        writer.WriteStartObject("CodePackageEntryPointStatistics");
        writer.Write64("LastExitCode", runs.LastExitCode);
        writer.WriteTime("LastActivationTime", runs.LastStart);
        writer.WriteTime("LastExitTime", runs.LastEnd);
        writer.WriteTime("LastSuccessfulActivationTime", runs.LastGoodStart);
        writer.WriteTime("LastSuccessfulExitTime", runs.LastGoodEnd);
        writer.Write64("ActivationCount", runs.Starts);
        writer.Write64("ActivationFailureCount", runs.FailedStarts);
        writer.Write64("ContinuousActivationFailureCount", runs.FailedStartsInARow);
        writer.Write64("ExitCount", runs.Ends);
        writer.Write64("ExitFailureCount", runs.FailedEnds);
        writer.Write64("ContinuousExitFailureCount", runs.FailedEndsInARow);
        writer.WriteEndObject();
    }
}
