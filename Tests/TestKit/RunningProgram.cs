using System;
using System.Diagnostics;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.TestKit;

/// <summary>A started program whose output is kept and can be waited on.</summary>
public sealed class RunningProgram
{
    private readonly Lock _gate = new();
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _error = new();
    private readonly Task _reading;
    private TaskCompletionSource _grown = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal RunningProgram(Process process)
    {
        Process = process;
        _reading = Task.WhenAll(
            ReadAsync(process.StandardOutput, _output), ReadAsync(process.StandardError, _error));
    }

    public Process Process { get; }

    public string Output
    {
        get
        {
            lock (_gate)
                return _output.ToString();
        }
    }

    public string Error
    {
        get
        {
            lock (_gate)
                return _error.ToString();
        }
    }

    /// <summary>Waits for the end and returns the exit code.</summary>
    public async Task<int> ExitAsync(TimeSpan limit)
    {
        using var stop = new CancellationTokenSource(limit);
        try
        {
            await Process.WaitForExitAsync(stop.Token);
            await _reading.WaitAsync(stop.Token);
        }
        catch (OperationCanceledException)
        {
            throw new TimeoutException($"Not ended within {limit}.\nstdout:\n{Output}\nstderr:\n{Error}");
        }
        return Process.ExitCode;
    }

    /// <summary>Waits until standard output or standard error holds a text.</summary>
    public async Task SeesAsync(string text, TimeSpan limit)
    {
        var start = Stopwatch.GetTimestamp();
        while (true)
        {
            Task grown;
            // Asked first: what is read between the look and the end must still be looked at.
            var ended = _reading.IsCompleted;
            lock (_gate)
            {
                if (Holds(_output, text) || Holds(_error, text))
                    return;
                grown = _grown.Task;
            }
            var left = limit - Stopwatch.GetElapsedTime(start);
            if (left <= TimeSpan.Zero || ended)
                throw new TimeoutException($"Did not see '{text}'.\nstdout:\n{Output}\nstderr:\n{Error}");
            await Task.WhenAny(grown, _reading, Task.Delay(left, TimeProvider.System, CancellationToken.None));
        }
    }

    private static bool Holds(StringBuilder builder, string text) =>
        builder.ToString().Contains(text, StringComparison.Ordinal);

    private async Task ReadAsync(System.IO.StreamReader reader, StringBuilder builder)
    {
        var buffer = new char[4096];
        while (await reader.ReadAsync(buffer) is var count and > 0)
        {
            lock (_gate)
            {
                builder.Append(buffer, 0, count);
                _grown.TrySetResult();
                _grown = new(TaskCreationOptions.RunContinuationsAsynchronously);
            }
        }
    }
}
