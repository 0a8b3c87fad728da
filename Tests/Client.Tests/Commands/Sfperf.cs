using System.Collections.Generic;
using System.Diagnostics;
using System.Threading.Tasks;

namespace SfPerf.Client.Tests.Commands;

/// <summary>Runs the sfperf that was built along, as a process of its own.</summary>
internal static class Sfperf
{
    // A run on a cluster takes ten times as long on a machine that is busy with others.
    private static readonly System.TimeSpan Limit = System.TimeSpan.FromMinutes(5);

    /// <summary>Runs it to its end; the home folder keeps its state away from the user's.</summary>
    public static Task<Invocation> RunAsync(TemporaryFolder home, params string[] arguments) =>
        RunAsync(home, new Dictionary<string, string>(), arguments);

    /// <summary>Runs it to its end with variables in its environment.</summary>
    public static async Task<Invocation> RunAsync(
        TemporaryFolder home, IReadOnlyDictionary<string, string> environment, string[] arguments)
    {
        using var process = Start(home, environment, arguments);
        return await EndAsync(process);
    }

    public static Process Start(TemporaryFolder home, params string[] arguments) =>
        Start(home, new Dictionary<string, string>(), arguments);

    private static Process Start(
        TemporaryFolder home, IReadOnlyDictionary<string, string> environment, string[] arguments)
    {
        var info = new ProcessStartInfo(Product.Sfperf, arguments)
        {
            RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = home.Path,
        };
        info.Environment["SFPERF_HOME"] = home.Path;
        foreach (var (name, value) in environment)
            info.Environment[name] = value;
        return Process.Start(info)!;
    }

    public static async Task<Invocation> EndAsync(Process process)
    {
        var output = process.StandardOutput.ReadToEndAsync();
        var error = process.StandardError.ReadToEndAsync();
        using var limit = new System.Threading.CancellationTokenSource(Limit);
        try
        {
            await process.WaitForExitAsync(limit.Token);
        }
        catch (System.OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        return new Invocation(process.ExitCode, await output, await error);
    }
}
