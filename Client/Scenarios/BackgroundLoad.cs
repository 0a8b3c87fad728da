using System;
using System.Globalization;
using System.IO;
using System.Linq;

namespace SfPerf.Client.Scenarios;

/// <summary>How much of the machine's processors other programs used while a scenario ran.</summary>
internal sealed class BackgroundLoad
{
    private const string StatFile = "/proc/stat";
    private const double TicksPerSecond = 100;

    // Linux counts idle and waiting time in the fourth and fifth field.
    private const int IdleField = 3;
    private const int WaitField = 4;
    private const int Fields = 8;

    private readonly (double Busy, double All)? _before = Read();
    private readonly TimeSpan _own = Environment.CpuUsage.TotalTime;

    /// <summary>Returns the share since this object was made; null where the system does not tell.</summary>
    public double? Share()
    {
        if (_before is not { } before || Read() is not { } now || now.All <= before.All)
            return null;
        var own = (Environment.CpuUsage.TotalTime - _own).TotalSeconds * TicksPerSecond;
        return Math.Clamp((now.Busy - before.Busy - own) / (now.All - before.All), 0, 1);
    }

    private static (double Busy, double All)? Read()
    {
        if (!File.Exists(StatFile))
            return null;
        double[] ticks = [.. File.ReadLines(StatFile).First().Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1).Take(Fields).Select(f => double.Parse(f, CultureInfo.InvariantCulture))];
        return ticks.Length < Fields ? null : (ticks.Sum() - ticks[IdleField] - ticks[WaitField], ticks.Sum());
    }
}
