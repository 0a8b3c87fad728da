using System;
using System.Diagnostics;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Abstractions.Tests.References;

/// <summary>The SDK that the tests were built with.</summary>
internal static class Dotnet
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(15);

    /// <summary>Builds a project.</summary>
    /// <param name="project">Its file.</param>
    /// <param name="options">Further options of the command.</param>
    internal static Task<(int Code, string Output)> BuildAsync(string project, params string[] options) =>
        RunAsync(["build", project, "-nologo", "-v", "q", .. options]);

    /// <summary>Runs the client that was built with this test.</summary>
    internal static Task<(int Code, string Output)> SfperfAsync(params string[] arguments)
    {
        var own = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        var bin = Path.GetDirectoryName(Path.GetDirectoryName(own))!;
        return RunAsync([Path.Combine(bin, "SfPerf.Client", Path.GetFileName(own), "sfperf.dll"), .. arguments]);
    }

    private static async Task<(int Code, string Output)> RunAsync(string[] arguments)
    {
        var host = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } path ? path : "dotnet";
        var info = new ProcessStartInfo(host, arguments)
        {
            RedirectStandardOutput = true, RedirectStandardError = true,
        };
        foreach (var name in new[] { "DOTNET_CLI_TELEMETRY_OPTOUT", "DOTNET_NOLOGO", "MSBUILDDISABLENODEREUSE" })
            info.Environment[name] = "1";
        using var process = Process.Start(info)!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        using var limit = new CancellationTokenSource(Limit);
        try
        {
            await process.WaitForExitAsync(limit.Token);
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }

        return (process.ExitCode, await output + await error);
    }
}
