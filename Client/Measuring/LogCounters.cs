using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Client.Measuring;

/// <summary>The instruments of the log that are read of each host while a run lasts. All only rise.</summary>
internal static class LogCounters
{
    private const string Meter = "SfPerf.Fabric.Log";

    /// <summary>Gets the instruments, their units and their meanings.</summary>
    internal static IReadOnlyList<(string Name, string? Unit, string Meaning)> All { get; } =
    [
        ("log.flushes", null, "Groups of records that were written to disk."),
        ("log.records", null, "Records in these groups."),
        ("log.bytes", "By", "Bytes of these groups."),
        ("log.flush.time", "ms", "Time in which groups were written and flushed."),
    ];

    /// <summary>Gets them as a host is asked for them.</summary>
    internal static IEnumerable<string> Asked { get; } = [.. All.Select(i => $"{Meter}\\{i.Name}")];
}
