using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace SfPerf.Machine;

/// <summary>Records who had started whom at one moment, and how much processor time each had used.</summary>
internal sealed class ProcessTable
{
    private const int KernelThreads = 2;
    private readonly ILookup<int, int> _children;
    private readonly Dictionary<int, double> _seconds;

    private ProcessTable(IReadOnlyList<(int Id, ProcessStat Stat)> rows)
    {
        _children = rows.ToLookup(r => r.Stat.Parent, r => r.Id);
        // The time of an ended child counts with the parent that waited for it; else the time of a restarted host would
        // be lost.
        _seconds = rows.ToDictionary(r => r.Id, r => r.Stat.ProcessorSeconds + r.Stat.EndedChildrenSeconds);
    }

    /// <summary>Gets the processor time of the kernel's own threads, which serve everybody.</summary>
    public double KernelSeconds => TreeSeconds([KernelThreads]);

    /// <summary>Reads it; some 20 us a process.</summary>
    /// <returns>Null where the system has no <c>/proc</c>.</returns>
    public static ProcessTable? Read(string folder = "/proc")
    {
        if (!Directory.Exists(folder))
            return null;
        var rows = new List<(int, ProcessStat)>();
        foreach (var path in Directory.EnumerateDirectories(folder))
        {
            if (int.TryParse(Path.GetFileName(path), NumberStyles.None, CultureInfo.InvariantCulture, out var id)
                && ProcessStat.Read(path) is { } stat)
            {
                rows.Add((id, stat));
            }
        }

        return rows.Count > 0 ? new ProcessTable(rows) : null;
    }

    /// <summary>The processor time of processes and all they started.</summary>
    public double TreeSeconds(IEnumerable<int> roots)
    {
        var seen = new HashSet<int>();
        var waiting = new Stack<int>(roots);
        double seconds = 0;
        while (waiting.TryPop(out var id))
        {
            if (seen.Add(id) && _seconds.TryGetValue(id, out var own))
            {
                seconds += own;
                foreach (var child in _children[id])
                    waiting.Push(child);
            }
        }

        return seconds;
    }
}
