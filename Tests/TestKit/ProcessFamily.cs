using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.TestKit;

/// <summary>
/// A program started by a test with everything it starts in turn: all of them inherit one environment variable, so the
/// test can name, kill and count them by process id. Linux only (/proc).
/// </summary>
public sealed class ProcessFamily : IAsyncDisposable
{
    private const string Mark = "SFPERF_TEST_FAMILY";

    private readonly string _id = Guid.NewGuid().ToString("N");
    private readonly Dictionary<string, string> _environment;
    private readonly List<Process> _started = [];

    public ProcessFamily(IReadOnlyDictionary<string, string>? environment = null) =>
        _environment = environment is null ? [] : new(environment);

    /// <summary>Starts `dotnet ASSEMBLY ARGUMENTS` and reads its output as it comes.</summary>
    public RunningProgram Start(string assembly, string workingFolder, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet")
        {
            WorkingDirectory = workingFolder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        start.ArgumentList.Add(assembly);
        foreach (var argument in arguments)
            start.ArgumentList.Add(argument);
        start.Environment[Mark] = _id;
        foreach (var (name, value) in _environment)
            start.Environment[name] = value;
        var process = Process.Start(start) ?? throw new InvalidOperationException($"'{assembly}' did not start.");
        _started.Add(process);
        return new RunningProgram(process);
    }

    /// <summary>Gets the ids of all living processes of the family, with the command line of each.</summary>
    public IReadOnlyDictionary<int, string> Members()
    {
        var members = new Dictionary<int, string>();
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(folder), out var id))
                continue;
            if (Read(folder, "environ").Contains($"{Mark}={_id}", StringComparison.Ordinal)
                && !Read(folder, "stat").Contains(") Z ", StringComparison.Ordinal))
            {
                members[id] = Read(folder, "cmdline").Replace('\0', ' ').Trim();
            }
        }
        return members;
    }

    /// <summary>Waits until no process of the family is left.</summary>
    public async Task AllGoneAsync(TimeSpan limit)
    {
        var start = Stopwatch.GetTimestamp();
        while (Members() is { Count: > 0 } left)
        {
            if (Stopwatch.GetElapsedTime(start) > limit)
                throw new TimeoutException($"Still running after {limit}: {string.Join("; ", left.Values)}");
            await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System, CancellationToken.None);
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var id in Members().Keys)
        {
            try
            {
                using var process = Process.GetProcessById(id);
                process.Kill();
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException)
            {
                // It ended between the listing and the kill.
            }
        }
        await AllGoneAsync(TimeSpan.FromSeconds(30));
        _started.ForEach(p => p.Dispose());
    }

    private static string Read(string folder, string file)
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, file));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
