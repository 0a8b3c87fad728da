using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Threading.Tasks;

namespace SfPerf.TestKit;

/// <summary>Three members of a peer store on loopback, started once and stopped by eng/peers.sh.</summary>
public abstract class RunningPeer : IAsyncDisposable
{
    private readonly string _kind;
    private readonly string _folder = Path.Combine(Path.GetTempPath(), "sfperf-peer-" + Guid.NewGuid().ToString("N"));
    private readonly Lazy<string[]> _endpoints;

    protected RunningPeer(string kind)
    {
        _kind = kind;
        _endpoints = new Lazy<string[]>(Start);
    }

    /// <summary>Gets host:port of each member, of Redis and PostgreSQL the primary first.</summary>
    /// <exception cref="NotSupportedException">A package is missing; the message says which, as a reason to skip.
    /// </exception>
    public string[] Endpoints => _endpoints.Value;

    /// <summary>Gets what the members' environment holds beside this process's own.</summary>
    protected virtual IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>();

    /// <summary>Kills a member, of which the first has number 1, as a crash would.</summary>
    public async Task KillAsync(int member)
    {
        var id = await File.ReadAllTextAsync(Path.Combine(_folder, $"{member}.pid"));
        using var process = Process.GetProcessById(int.Parse(id, CultureInfo.InvariantCulture));
        process.Kill();
        await process.WaitForExitAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (!Directory.Exists(_folder))
            return;
        using var stop = Script("stop", _folder);
        await stop.WaitForExitAsync();
        GC.SuppressFinalize(this);
    }

    private string[] Start()
    {
        if (!OperatingSystem.IsLinux())
            throw new NotSupportedException("skipped: needs Linux");
        using var start = Script("start", _kind, _folder);
        var text = start.StandardError.ReadToEnd();
        start.WaitForExit();
        if (start.ExitCode == 0)
            return File.ReadAllText(Path.Combine(_folder, "endpoints")).Split(',');
        var missing = text.IndexOf("needs ", StringComparison.Ordinal);
        throw missing >= 0
            ? new NotSupportedException("skipped: " + text[missing..].Trim())
            : new InvalidOperationException($"{_kind} was not started: {text}");
    }

    private Process Script(params string[] arguments)
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "eng", "peers.sh")))
        {
            folder = Path.GetDirectoryName(folder)
                ?? throw new InvalidOperationException("No eng/peers.sh above the tests.");
        }

        var start = new ProcessStartInfo("bash", [Path.Combine(folder, "eng", "peers.sh"), .. arguments])
        {
            RedirectStandardError = true,
        };
        foreach (var (name, value) in Environment)
            start.Environment[name] = value;
        return Process.Start(start)!;
    }
}
