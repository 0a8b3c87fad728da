using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;
using SfPerf.Fabric.Control;
using SfPerf.Platform;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Cluster.Supervision;

/// <summary>A process that this one started: its output is kept, its end is reported once, it can be killed. Its log
/// begins with its start and ends with its end, so that a program that prints nothing has one, too.</summary>
internal sealed class ChildProcess : IDisposable
{
    private static readonly TimeSpan OutputLimit = TimeSpan.FromMilliseconds(300);
    private const int KilledCode = 137;
    private readonly Process _process;
    private readonly int _id;
    private readonly string _name;
    private readonly BoundedLog _output;
    private readonly EventLog _log;
    private readonly TimeProvider _time;
    private readonly LastLines _lastLines = new();
    private readonly TaskCompletionSource _outputEnd = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _exit = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _openStreams = 2;

    private ChildProcess(Process process, string file, BoundedLog output, EventLog log, TimeProvider time)
    {
        (_process, _id, _name, _time) = (process, process.Id, Path.GetFileName(file), time);
        (_output, _log) = (output, log);
        _log.ProgramStarts(_name, _id);
        process.EnableRaisingEvents = true;
        process.Exited += (_, _) => _exit.TrySetResult();
        process.OutputDataReceived += (_, e) => TakeLine(e.Data);
        process.ErrorDataReceived += (_, e) => TakeLine(e.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        process.StandardInput.Close();
        Exited = EndAsync();
    }

    internal int Id => _process.Id;

    /// <summary>
    /// Gets a task that ends with the process. Never fails. <see cref="LastWords"/> is complete then.
    /// </summary>
    internal Task Exited { get; }

    /// <summary>
    /// Gets whether the process has ended and this process has not noticed it, because the runtime has lost the signal
    /// or its handling stands still. It lasts a moment at every end. Call before <see cref="Dispose"/> only.
    /// </summary>
    internal bool HasEndedUnnoticed => !_exit.Task.IsCompleted && ProcessControl.HasEnded(_process.Id);

    /// <summary>Gets how the process ended; once <see cref="Exited"/> has ended.</summary>
    internal string Reason { get; private set; } = "";

    /// <summary>Gets its exit code; once <see cref="Exited"/> has ended.</summary>
    internal int ExitCode { get; private set; }

    /// <summary>Gets whether its exit code was 0; once <see cref="Exited"/> has ended.</summary>
    internal bool Succeeded => ExitCode == 0;

    /// <summary>Gets whether it was ended by SIGKILL; once <see cref="Exited"/> has ended.</summary>
    internal bool WasKilled => ExitCode == KilledCode;

    /// <summary>Gets whether it ended itself because its disk failed; once <see cref="Exited"/> has ended.</summary>
    internal bool DiskFailed => ExitCode == HostEnvironment.DiskFailedExitCode;

    /// <summary>Gets the last lines of its output and error stream.</summary>
    internal string LastWords => _lastLines.ToString();

    /// <param name="file">The program.</param>
    /// <param name="arguments">What it is started with.</param>
    /// <param name="workingFolder">Where it runs.</param>
    /// <param name="environment">Variables besides those of this process.</param>
    /// <param name="output">Takes what it prints, and when it starts and ends.</param>
    /// <param name="format">How its start and its end are written.</param>
    /// <param name="time">The clock.</param>
    /// <exception cref="ChildStartException">The file does not exist or cannot be executed.</exception>
    internal static ChildProcess Start(string file, IEnumerable<string> arguments, string workingFolder,
        IReadOnlyDictionary<string, string> environment, BoundedLog output, LogFormat format, TimeProvider time)
    {
        var log = new EventLog(output.WriteLine, time, format);
        var info = new ProcessStartInfo(file, arguments)
        {
            WorkingDirectory = workingFolder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            CreateNoWindow = true,
        };
        foreach (var (name, value) in environment)
            info.Environment[name] = value;
        try
        {
            return new(Process.Start(info)!, file, output, log, time);
        }
        catch (Exception e) when (e is Win32Exception or IOException or InvalidOperationException)
        {
            log.ProgramNotStarted(Path.GetFileName(file), e.Message);
            output.Dispose();
            throw new ChildStartException($"'{file}' cannot be started. {e.Message}", e);
        }
    }

    /// <summary>Ends the process at once (SIGKILL). Safe after its end.</summary>
    internal void Kill()
    {
        try
        {
            _process.Kill();
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception)
        {
            // It has ended already: that is what was wanted.
        }
    }

    /// <summary>Call after the end only.</summary>
    public void Dispose()
    {
        _process.Dispose();
        _output.Dispose();
    }

    private async Task EndAsync()
    {
        await _exit.Task.ConfigureAwait(false);
        // A grandchild may hold the pipes open for ever: do not wait for the end of the output without a limit.
        _ = await Task.WhenAny(_outputEnd.Task, Task.Delay(OutputLimit, _time)).ConfigureAwait(false);
        ExitCode = _process.ExitCode;
        Reason = Describe(ExitCode);
        _log.ProgramEnded(_name, _id, Reason);
    }

    private static string Describe(int code) => code switch
    {
        KilledCode => "killed (SIGKILL)",
        134 => "aborted (SIGABRT)",
        139 => "crashed (SIGSEGV)",
        143 => "terminated (SIGTERM)",
        HostEnvironment.DiskFailedExitCode => "its disk failed",
        _ => $"exit code {code}",
    };

    private void TakeLine(string? line)
    {
        if (line is null)
        {
            if (System.Threading.Interlocked.Decrement(ref _openStreams) == 0)
                _outputEnd.TrySetResult();
            return;
        }
        _lastLines.Add(line);
        _output.WriteLine(line);
    }
}

/// <summary>Defines what a program's log says besides its own output.</summary>
internal static class ProgramLog
{
    internal static void ProgramStarts(this EventLog log, string program, int processId) =>
        log.Write(601, LogLevel.Information, $"{program} starts as process {processId}.");

    internal static void ProgramNotStarted(this EventLog log, string program, string problem) =>
        log.Write(602, LogLevel.Error, $"{program} cannot be started. {problem}");

    internal static void ProgramEnded(this EventLog log, string program, int processId, string reason) =>
        log.Write(603, LogLevel.Information, $"{program} (process {processId}) has ended: {reason}.");
}

/// <summary>A program could not be started at all.</summary>
internal sealed class ChildStartException(string message, Exception cause) : Exception(message, cause);
