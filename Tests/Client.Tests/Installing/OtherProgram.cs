using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;

namespace SfPerf.Client.Tests.Installing;

/// <summary>Runs programs that are not those of the build: the SDK, and what was installed.</summary>
internal static class OtherProgram
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(15);

    /// <summary>Gets the SDK's program.</summary>
    public static string Dotnet =>
        Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } host ? host : "dotnet";

    /// <summary>Runs one to its end.</summary>
    /// <param name="program">Its file, or a name on the path.</param>
    /// <param name="arguments">What it is called with.</param>
    /// <param name="folder">Where.</param>
    /// <param name="environment">Variables; null takes one away.</param>
    public static async Task<Invocation> RunAsync(string program, string[] arguments, string folder,
        IReadOnlyDictionary<string, string?> environment)
    {
        var info = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = folder,
        };
        foreach (var name in new[] { "DOTNET_CLI_TELEMETRY_OPTOUT", "DOTNET_NOLOGO", "MSBUILDDISABLENODEREUSE",
            "DOTNET_SKIP_FIRST_TIME_EXPERIENCE" })
        {
            info.Environment[name] = "1";
        }

        info.Environment["DOTNET_ADD_GLOBAL_TOOLS_TO_PATH"] = "false";
        foreach (var (name, value) in environment)
            info.Environment[name] = value;
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

        return new Invocation(process.ExitCode, await output, await error);
    }
}
