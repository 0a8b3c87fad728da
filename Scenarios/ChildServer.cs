using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Platform;

namespace SfPerf.Scenarios;

/// <summary>A foreign server that a scenario started as a process of its own. Its input is a pipe that ends with this
/// process, however this process ends: a server that watches its input leaves nothing behind.</summary>
internal sealed class ChildServer : IAsyncDisposable
{
    private const int LastWordsMax = 8192;
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(10);
    private readonly Lock _gate = new();
    private readonly Process _process;
    private readonly Task _reading;
    private readonly TaskCompletionSource _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Func<string, bool> _isReady;
    private string _words = "";                 // guarded by _gate
    private bool _disposed;

    private ChildServer(Process process, Func<string, bool> isReady)
    {
        (_process, _isReady, ProcessId) = (process, isReady, process.Id);
        _reading = Task.WhenAll(ReadAsync(process.StandardOutput), ReadAsync(process.StandardError));
    }

    /// <summary>Gets the identifier of its process.</summary>
    public int ProcessId { get; }

    /// <summary>Starts a server and waits until it says that it is ready.</summary>
    /// <param name="program">The program.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="isReady">Whether a line of its output says so.</param>
    /// <param name="limit">The longest wait.</param>
    /// <param name="token">Ends the wait; the process is gone then.</param>
    /// <exception cref="SfPerfException">It did not get ready; its last words are in the message.</exception>
    public static async Task<ChildServer> StartAsync(string program, IEnumerable<string> arguments,
        Func<string, bool> isReady, TimeSpan limit, CancellationToken token)
    {
        Process process;
        try
        {
            process = Process.Start(new ProcessStartInfo(program, arguments)
            {
                RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
            })!;
        }
        catch (Win32Exception e)
        {
            throw new SfPerfException(ExitCode.Unreachable, $"{program} cannot be started: {e.Message}", e);
        }

        var server = new ChildServer(process, isReady);
        try
        {
            var first = await Task.WhenAny(server._ready.Task, server._reading).WaitAsync(limit, token)
                .ConfigureAwait(false);
            if (first == server._ready.Task)
                return server;
            await process.WaitForExitAsync(token).ConfigureAwait(false);
            throw new SfPerfException(ExitCode.Unreachable, $"did not start: {server.LastWords()}");
        }
        catch (Exception e)
        {
            await server.DisposeAsync().ConfigureAwait(false);
            if (e is TimeoutException)
            {
                throw new SfPerfException(ExitCode.Unreachable,
                    $"did not get ready within {limit.TotalSeconds} s: {server.LastWords()}", e);
            }

            throw;
        }
    }

    /// <summary>Waits until the process has ended, or for a time, and returns its last words; null when it still runs.
    /// </summary>
    public async Task<string?> EndAsync(TimeSpan limit, CancellationToken token)
    {
        try
        {
            await _process.WaitForExitAsync(token).WaitAsync(limit, token).ConfigureAwait(false);
            await _reading.WaitAsync(limit, token).ConfigureAwait(false);
            return LastWords();
        }
        catch (TimeoutException)
        {
            return null;
        }
    }

    /// <summary>Closes its input, asks it to end, and kills it when it does not.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_disposed)
            return;
        _disposed = true;
        if (!_process.HasExited)
        {
            _process.StandardInput.Close();
            await ProcessControl.EndAsync(ProcessId, EndLimit, TimeProvider.System).ConfigureAwait(false);
        }

        await _process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        await _reading.ConfigureAwait(false);
        _process.Dispose();
    }

    private string LastWords()
    {
        lock (_gate)
        {
            var words = _words.Trim();
            var code = _process.HasExited ? $" (exit code {_process.ExitCode})" : "";
            return (words.Length > 0 ? words : "no last words") + code;
        }
    }

    private async Task ReadAsync(TextReader reader)
    {
        while (await reader.ReadLineAsync().ConfigureAwait(false) is { } line)
        {
            lock (_gate)
            {
                _words += line + Environment.NewLine;
                if (_words.Length > LastWordsMax)
                    _words = _words[^LastWordsMax..];
            }

            if (_isReady(line))
                _ready.TrySetResult();
        }
    }
}
