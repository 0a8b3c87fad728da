using System;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Abstractions.Tests.References;

/// <summary>The SDK that the tests were built with.</summary>
internal static class Dotnet
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    /// <summary>Builds a project.</summary>
    /// <param name="project">Its file.</param>
    /// <param name="options">Further options of the command.</param>
    internal static async Task<(int Code, string Output)> BuildAsync(string project, params string[] options)
    {
        var host = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } path ? path : "dotnet";
        var info = new ProcessStartInfo(host, ["build", project, "-nologo", "-v", "q", .. options])
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
