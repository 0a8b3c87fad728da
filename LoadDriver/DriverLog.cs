using System;
using SfPerf.Platform.Logging;

namespace SfPerf.LoadDriver;

/// <summary>
/// Defines what the load driver logs. Numbers are not used again for another event: docs/reference/logs.md lists them.
/// </summary>
internal static class DriverLog
{
    internal static void RunAccepted(this EventLog log, string run, string service, string owner) =>
        log.Write(1001, LogLevel.Information, $"Run {run} measures {service} for {owner}.");

    internal static void PhaseBegins(this EventLog log, string run, string phase) =>
        log.Write(1002, LogLevel.Information, $"Run {run} begins the phase {phase}.");

    internal static void RunCancelled(this EventLog log, string run) =>
        log.Write(1003, LogLevel.Information, $"Run {run} is cancelled by its client.");

    internal static void RunRemoved(this EventLog log, string run) =>
        log.Write(1004, LogLevel.Information, $"Run {run} is removed.");

    internal static void RunForgotten(this EventLog log, string run, double seconds) =>
        log.Write(1005, LogLevel.Warning,
            $"Nobody has asked for run {run} for {seconds:0} s: it is cancelled and forgotten.");

    internal static void RunNotEnded(this EventLog log, string run, Exception failure) =>
        log.Write(1006, LogLevel.Error, $"Run {run} was forgotten, but its end failed:", failure);

    internal static void RunFailed(this EventLog log, string service, Exception failure) =>
        log.Write(1007, LogLevel.Error, $"A run that measures {service} has failed:", failure);

    internal static void CallRefused(this EventLog log, string problem) =>
        log.Write(1008, LogLevel.Warning, $"A call is refused: {problem}");

    internal static void QueuesNotRemoved(this EventLog log, Exception failure) =>
        log.Write(1009, LogLevel.Warning, $"The queues of a run were not removed:", failure);
}
