using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace SfPerf.Machine;

/// <summary>The processors that a container lets this process use (Linux control groups, version 2 or 1).</summary>
/// <param name="Processors">How many, such as 1.5; null without a quota.</param>
/// <param name="Periods">The periods of 0.1 s, or as set, in which the quota was watched.</param>
/// <param name="Throttled">Those of them in which it was used up and programs had to wait.</param>
internal sealed record ControlGroup(double? Processors, long? Periods, long? Throttled)
{
    private const string Root = "sys/fs/cgroup";

    /// <summary>Reads what holds for this process; all null where there are no control groups.</summary>
    /// <param name="root">The root folder; not the system's own in tests.</param>
    internal static ControlGroup Read(string root = "/")
    {
        var nearest = Folders(root).Select(f => (Folder: f, Quota: Quota(f))).Where(f => f.Quota is not null)
            .OrderBy(f => f.Quota).FirstOrDefault();
        if (nearest.Folder is null)
            return new ControlGroup(null, null, null);
        var statistics = Lines(Path.Combine(nearest.Folder, "cpu.stat"));
        return new ControlGroup(nearest.Quota, Field(statistics, "nr_periods "), Field(statistics, "nr_throttled "));
    }

    // Any group from this process's own up to the root may have a quota; within a container its own is the root.
    private static IEnumerable<string> Folders(string root)
    {
        foreach (var line in Lines(Path.Combine(root, "proc/self/cgroup")))
        {
            // 0::/user.slice/app or 4:cpu,cpuacct:/docker/4711
            if (line.Split(':', 3) is not [_, var controllers, var path]
                || (controllers.Length > 0 && !controllers.Split(',').Contains("cpu")))
            {
                continue;
            }

            var top = Path.Combine(root, Root, controllers.Length > 0 ? controllers : "");
            var group = path.Trim('/');
            yield return top;
            for (; group.Length > 0; group = Path.GetDirectoryName(group) ?? "")
                yield return Path.Combine(top, group);
        }
    }

    private static double? Quota(string folder)
    {
        // "150000 100000" or "max 100000"
        if (Lines(Path.Combine(folder, "cpu.max")) is [var line, ..])
            return line.Split(' ') is [var quota, var period] ? Ratio(quota, period) : null;
        return Lines(Path.Combine(folder, "cpu.cfs_quota_us")) is [var quota1, ..]
            && Lines(Path.Combine(folder, "cpu.cfs_period_us")) is [var period1, ..] ? Ratio(quota1, period1) : null;
    }

    private static double? Ratio(string quota, string period) =>
        double.TryParse(quota, CultureInfo.InvariantCulture, out var q) && q > 0
        && double.TryParse(period, CultureInfo.InvariantCulture, out var p) && p > 0 ? q / p : null;

    private static long? Field(string[] lines, string name) =>
        lines.FirstOrDefault(l => l.StartsWith(name, StringComparison.Ordinal)) is { } line
        && long.TryParse(line.AsSpan(name.Length), CultureInfo.InvariantCulture, out var number) ? number : null;

    private static string[] Lines(string path)
    {
        try
        {
            return File.Exists(path) ? File.ReadAllLines(path) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
