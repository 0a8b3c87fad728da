using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

namespace SfPerf.EndToEnd.Tests.Ports;

/// <summary>What one process holds and uses at one moment, from /proc.</summary>
internal sealed record ProcessLoad(int Process, TimeSpan Processor, long MemoryBytes, int Threads, int Descriptors)
{
    private const int TicksPerSecond = 100;     // USER_HZ: the same on every system that .NET runs on
    private const int DescriptorsMore = 24;
    private const int ThreadsMore = 48;
    private const long MemoryMore = 256L << 20;
    private const double IdleProcessor = 0.25;  // of one core
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(1);

    internal static ProcessLoad[] Of(int[] processes) => [.. processes.Select(Read)];

    /// <summary>Waits until each process has let go of what the peers left and computes nothing any more.</summary>
    internal static async Task<string> SettleAsync(ProcessLoad[] before, TimeSpan limit)
    {
        var processes = before.Select(b => b.Process).ToArray();
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var windowStart = TimeProvider.System.GetTimestamp();
            var first = Of(processes);
            await Task.Delay(Window, TimeProvider.System);
            var last = Of(processes);
            var passed = TimeProvider.System.GetElapsedTime(windowStart);
            var restless = before.Index().Select(b => b.Item.Compare(first[b.Index], last[b.Index], passed))
                .Where(t => t.Length > 0).ToArray();
            if (restless.Length == 0 || TimeProvider.System.GetElapsedTime(start) > limit)
                return string.Join('\n', restless);
        }
    }

    // The empty text when all is as before.
    private string Compare(ProcessLoad first, ProcessLoad last, TimeSpan passed)
    {
        var busy = (last.Processor - first.Processor) / passed;
        return busy < IdleProcessor && last.Descriptors <= Descriptors + DescriptorsMore
            && last.Threads <= Threads + ThreadsMore && last.MemoryBytes <= MemoryBytes + MemoryMore
            ? "" : $"before: {this}; after: {last}, {busy:P0} of a core";
    }

    private static ProcessLoad Read(int process)
    {
        // What stands behind the name, which may hold blanks; user and system time are the fields 14 and 15.
        var stat = File.ReadAllText($"/proc/{process}/stat");
        var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        var ticks = Number(fields[11]) + Number(fields[12]);
        var status = File.ReadAllLines($"/proc/{process}/status");
        return new(process, TimeSpan.FromSeconds((double)ticks / TicksPerSecond),
            Value(status, "VmRSS:") << 10, (int)Value(status, "Threads:"),
            Directory.GetFiles($"/proc/{process}/fd").Length);
    }

    private static long Value(string[] status, string name) =>
        Number(status.Single(l => l.StartsWith(name, StringComparison.Ordinal))[name.Length..].Trim().Split(' ')[0]);

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
