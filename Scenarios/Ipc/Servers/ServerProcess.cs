using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Transports;

namespace SfPerf.Scenarios.Ipc.Servers;

/// <summary>A server of a transport in a process of its own, as its starter sees it.</summary>
internal sealed class ServerProcess : IDisposable
{
    private const int LinesKept = 12;
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(20);

    private readonly Process _process;
    private readonly ServerOptions _options;
    private readonly Queue<string> _errors = []; // Guarded by itself.
    private Announcement _announcement = new(null, [], null);
    private Task? _ready;

    private ServerProcess(Process process, ServerOptions options) => (_process, _options) = (process, options);

    public string Address => _announcement.Address!;

    public int ProcessId => _process.Id;

    /// <summary>Gets the program of servers: sfperf itself, or the copy beside whatever runs its code.</summary>
    private static string Program => Path.Combine(
        AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "sfperf.exe" : "sfperf");

    /// <summary>Starts the process; it is to be asked later whether it is ready, so that several start at once.
    /// </summary>
    public static ServerProcess Start(ServerOptions options)
    {
        string[] command =
        [
            .. options.Network is { } network ? NetworkRelay.StartIn(network) : [],
            Program, IpcServerProgram.Verb, JsonSerializer.Serialize(options),
        ];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        var process = new Process { StartInfo = start };
        var server = new ServerProcess(process, options);
        process.ErrorDataReceived += (_, e) => server.Take(e.Data);
        process.Start();
        process.BeginErrorReadLine();
        return server;
    }

    /// <summary>Waits until it is ready. One thread at a time may ask, any number of times.</summary>
    /// <exception cref="IOException">It is not; the message has its last words.</exception>
    public Task ReadyAsync(CancellationToken token) => _ready ??= ReadAsync(token);

    private async Task ReadAsync(CancellationToken token)
    {
        string? line;
        try
        {
            line = await _process.StandardOutput.ReadLineAsync(token).AsTask().WaitAsync(StartLimit, token)
                .ConfigureAwait(false);
        }
        catch (TimeoutException e)
        {
            throw new IOException($"The server was not ready within {StartLimit.TotalSeconds:0} s.", e);
        }

        if (line is null)
            throw new IOException(await EndTextAsync().ConfigureAwait(false));
        _announcement = JsonSerializer.Deserialize<Announcement>(line)!;
        if (_announcement.Problem is { } problem)
            throw new IOException($"The server did not start: {problem}");
    }

    /// <summary>Says how the server ended; null while it runs.</summary>
    public async Task<string?> DeathAsync()
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        try
        {
            // A connection is closed a moment before its process is gone.
            await _process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
            return await EndTextAsync().ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    /// <summary>Ends the server, and what it left when it was killed.</summary>
    public void Dispose()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It is gone already.
        }

        if (!_process.WaitForExit(EndLimit))
        {
            _process.Kill();
            _process.WaitForExit();
        }

        _process.Dispose();
        Sweep();
    }

    // A server that ended by itself has removed its folder. One that was killed leaves what it made: each of its
    // processes has the folder in its environment or arguments, which tells it from a later one of the same number.
    private void Sweep()
    {
        if (!Directory.Exists(_options.Folder))
            return;
        foreach (var id in _announcement.Processes)
        {
            if (!IsOurs(id))
                continue;
            using var process = Process.GetProcessById(id);
            process.Kill(entireProcessTree: true);
            Blocking.Wait(ProcessControl.EndAsync(id, EndLimit, TimeProvider.System));
        }

        Directory.Delete(_options.Folder, recursive: true);
        if (Path.IsPathRooted(Address) && File.Exists(Address))
            File.Delete(Address);
    }

    private bool IsOurs(int id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/environ").Contains(_options.Folder, StringComparison.Ordinal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private async Task<string> EndTextAsync()
    {
        await _process.WaitForExitAsync().ConfigureAwait(false);
        string words;
        lock (_errors)
            words = string.Join(" | ", _errors);
        return string.Create(CultureInfo.InvariantCulture, $"The server ended with code {_process.ExitCode}")
            + (words.Length > 0 ? $": {words}" : ".");
    }

    private void Take(string? line)
    {
        if (string.IsNullOrWhiteSpace(line))
            return;
        lock (_errors)
        {
            _errors.Enqueue(line.Trim());
            if (_errors.Count > LinesKept)
                _errors.Dequeue();
        }
    }
}
