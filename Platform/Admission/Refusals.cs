using System;
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using System.Threading;
using SfPerf.Platform.Logging;

namespace SfPerf.Platform.Admission;

/// <summary>
/// Counts refused connections, and logs them once a minute at most: a stranger must not fill the log.
/// </summary>
public sealed class Refusals(EventLog log, TimeProvider time)
{
    private static readonly Meter Meter = new("SfPerf.Admission");
    private static readonly Counter<long> Counter = Meter.CreateCounter<long>(
        "sfperf.connections.refused", description: "Connections refused because their user may not connect.");
    private static readonly TimeSpan LogPeriod = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private long _count;        // guarded by _gate
    private long _logged;       // guarded by _gate: the count that the last line told
    private long _loggedAt;     // guarded by _gate

    /// <summary>Gets what the listeners of this process report to; it writes to standard error.</summary>
    public static Refusals OfProcess { get; } = new(EventLog.OfProcess, TimeProvider.System);

    /// <summary>Gets how many connections were refused.</summary>
    public long Count
    {
        get
        {
            lock (_gate)
                return _count;
        }
    }

    /// <summary>Notes a refused connection.</summary>
    /// <param name="door">What was to be entered, such as "the gateway".</param>
    /// <param name="reason">Why it may not connect, as the end of a sentence.</param>
    public void Note(
        string door, string reason = "their user may not connect. See --allow-user and --token.")
    {
        Counter.Add(1, new KeyValuePair<string, object?>("door", door));
        long since;
        lock (_gate)
        {
            _count++;
            var now = time.GetTimestamp();
            if (_logged > 0 && time.GetElapsedTime(_loggedAt, now) < LogPeriod)
                return;
            since = _count - _logged;
            (_logged, _loggedAt) = (_count, now);
        }
        Refused(log, since, door, reason);
    }

    private static void Refused(EventLog log, long count, string door, string reason) =>
        log.Write(801, LogLevel.Warning,
            $"{count} connection(s) refused since the last such line, the last one at {door}: {reason}");
}
