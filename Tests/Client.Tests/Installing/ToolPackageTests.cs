using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using Xunit;

namespace SfPerf.Client.Tests.Installing;

/// <summary>What dotnet pack makes of the client is installed and used as a stranger does it: in an empty folder,
/// without the checkout.</summary>
public sealed class ToolPackageTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    [Fact]
    public async Task The_packed_tool_is_installed_from_a_folder_and_measures_the_simulated_store_and_a_cluster()
    {
        using var folder = new TemporaryFolder();
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Name;
        var packages = Path.Combine(folder.Path, "packages");
        var publish = Path.Combine(folder.Path, "publish") + Path.DirectorySeparatorChar;
        await DotnetAsync(folder, "pack", Product.File("Client/SfPerf.Client.csproj"), "--no-build", "-c",
            configuration, "-o", packages, $"-p:PublishDir={publish}", "-nologo", "-v", "q");
        // No other source: nothing is asked over the network.
        var sources = Path.Combine(folder.Path, "nuget.config");
        await File.WriteAllTextAsync(sources, $"<configuration><packageSources><clear/><add key=\"here\" "
            + $"value=\"{packages}\"/></packageSources></configuration>", TestContext.Current.CancellationToken);
        var tools = Path.Combine(folder.Path, "tools");
        await DotnetAsync(folder, "tool", "install", "sfperf", "--tool-path", tools, "--configfile", sources);
        var sfperf = Path.Combine(tools, OperatingSystem.IsWindows() ? "sfperf.exe" : "sfperf");

        var version = await RunAsync(folder, sfperf, "--version");
        Assert.Matches("^sfperf [0-9.]+\n", version.Out);
        Assert.Contains("\nruntime .NET ", version.Out);
        Assert.Matches("\nbuilt by .NET SDK [0-9]+[.]", version.Out);
        var quick = new[] { "/NumWriteOperationsTotal:64", "/NumReadOperationsTotal:64", "/NumItems:8", "--quiet" };
        Assert.Contains(" write ", (await RunAsync(
            folder, sfperf, ["run", "--set", "TargetServiceType=SimulatedService", .. quick])).Out);
        // The programs, the application, its profile and the parameters are those of the package.
        Assert.Contains("1 node, ", (await RunAsync(folder, sfperf,
            ["run", "--set", "PublishProfile=Local.1Node", .. quick])).Out);
        Assert.Equal(2, Directory.GetDirectories(Path.Combine(folder.Path, "runs")).Length);
    }

    private static Task DotnetAsync(TemporaryFolder folder, params string[] arguments) => RunAsync(
        folder, Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } host ? host : "dotnet",
        arguments);

    private static async Task<Invocation> RunAsync(TemporaryFolder folder, string program, params string[] arguments)
    {
        var info = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = folder.Path,
        };
        foreach (var (name, value) in new Dictionary<string, string>
        {
            ["SFPERF_HOME"] = Path.Combine(folder.Path, "home"), ["DOTNET_CLI_HOME"] = folder.Path,
            ["NUGET_PACKAGES"] = Path.Combine(folder.Path, "nuget"), ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1",
            ["DOTNET_NOLOGO"] = "1", ["DOTNET_SKIP_FIRST_TIME_EXPERIENCE"] = "1",
            ["DOTNET_ADD_GLOBAL_TOOLS_TO_PATH"] = "false", ["MSBUILDDISABLENODEREUSE"] = "1",
        })
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

        var ended = new Invocation(process.ExitCode, await output, await error);
        Assert.True(ended.Code == 0,
            $"{Path.GetFileName(program)} {string.Join(' ', arguments)}: {ended.Code}\n{ended.Out}\n{ended.Error}");
        return ended;
    }
}
