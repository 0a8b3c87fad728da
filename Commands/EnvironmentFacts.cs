using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using SfPerf.Reports.Runs;

namespace SfPerf.Commands;

/// <summary>Collects what a result says about the machine and the versions.</summary>
internal static class EnvironmentFacts
{
    private const string ProcessorFile = "/proc/cpuinfo";

    public static EnvironmentRecord Read()
    {
        var version = typeof(EnvironmentFacts).Assembly
            .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "";
        var plus = version.IndexOf('+', StringComparison.Ordinal);
        var product = plus < 0 ? version : version[..plus];
        return new EnvironmentRecord
        {
            Sdk = $"SfPerf embedded {product}",
            Runtime = RuntimeInformation.FrameworkDescription,
            Os = RuntimeInformation.OSDescription,
            Cpu = Processor(),
            Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
            Cores = Environment.ProcessorCount,
            Commit = plus < 0 ? null : version[(plus + 1)..],
            MemoryBytes = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
            Gc = (GCSettings.IsServerGC ? "server" : "workstation")
                + (GCSettings.LatencyMode == GCLatencyMode.Batch ? "" : " concurrent"),
        };
    }

    private static string Processor()
    {
        if (File.Exists(ProcessorFile))
        {
            var line = File.ReadLines(ProcessorFile)
                .FirstOrDefault(l => l.StartsWith("model name", StringComparison.Ordinal));
            if (line?.Split(':', 2) is [_, var name])
                return name.Trim();
        }

        return Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER")
            ?? RuntimeInformation.ProcessArchitecture.ToString();
    }
}
