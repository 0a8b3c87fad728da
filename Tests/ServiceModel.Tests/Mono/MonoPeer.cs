using System;
using System.Diagnostics;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Mono;

/// <summary>Mono's WCF in processes of its own, one for each conversation, each with a time limit.</summary>
internal static class MonoPeer
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(300);
    private static readonly Lazy<Task<string>> Program = new(CompileAsync);

    internal static void SkipWithoutMono()
    {
        if (Find("mcs") is null || Find("mono") is null)
            Assert.Skip("skipped: needs mono");
    }

    /// <summary>Runs the peer to its end and gives what it printed.</summary>
    internal static async Task<string> RunAsync(params string[] arguments)
    {
        using var process = Start("mono", [await Program.Value, .. arguments]);
        var output = process.StandardOutput.ReadToEndAsync();
        try
        {
            return await output.WaitAsync(Limit);
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }

    /// <summary>Starts a server; it ends when its standard input does.</summary>
    internal static async Task<Process> ServeAsync(string binding, int port, string contract = "greet")
    {
        var process = Start("mono", [await Program.Value, "server", binding, $"{port}", contract]);
        var ready = await process.StandardOutput.ReadLineAsync(CancellationToken.None).AsTask().WaitAsync(Limit);
        Assert.Equal("READY", ready);
        return process;
    }

    private static async Task<string> CompileAsync()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-mono-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        var program = Path.Combine(folder, "MonoPeer.exe");
        using var compiler = Start("mcs", [
            $"-out:{program}", "-r:System.ServiceModel.dll", "-r:System.Runtime.Serialization.dll",
            "-r:System.Xml.dll",
            Path.Combine(AppContext.BaseDirectory, "Data", "MonoPeer.cs"),
            Path.Combine(AppContext.BaseDirectory, "Data", "MonoShapes.cs"),
        ]);
        var output = await compiler.StandardOutput.ReadToEndAsync().WaitAsync(Limit);
        await compiler.WaitForExitAsync().WaitAsync(Limit);
        Assert.True(compiler.ExitCode == 0, output);
        return program;
    }

    private static Process Start(string name, string[] arguments)
    {
        var start = new ProcessStartInfo(Find(name)!, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        return Process.Start(start)!;
    }

    private static string? Find(string name)
    {
        foreach (var folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator))
        {
            var path = Path.Combine(folder, name);
            if (File.Exists(path))
                return path;
        }

        return null;
    }
}
