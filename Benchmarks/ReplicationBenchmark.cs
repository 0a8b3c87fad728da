using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks;

/// <summary>
/// The bare limit and the real replicator in turn, each in processes of its own, on the same disk, in one run.
/// </summary>
internal static class ReplicationBenchmark
{
    internal static async Task RunAsync(string[] kinds, string[] words)
    {
        var settings = new Settings(words);
        var primaries = settings.Primaries;
        if (primaries != 1 && (settings.Replicas == 1 || primaries < settings.Replicas || kinds.Contains("state")))
        {
            throw new BadSettingException(
                $"primaries={primaries}: 1, or at least as many as replicas, of which there are several, and not of "
                + "collections.");
        }
        if (settings.Number("partitions", primaries) is var partitions && partitions < primaries)
            throw new BadSettingException($"partitions={partitions}: at least as many as primaries ({primaries}).");

        Console.WriteLine(
            $"{settings.Processes} processes, {settings.Outstanding} outstanding x {settings.Bytes} bytes, "
            + $"fsync {settings.Fsync}, {settings.Rounds} rounds of {settings.Seconds} s in turn");
        var rates = kinds.ToDictionary(k => k, _ => new List<double>());
        for (var round = 0; round < settings.Rounds; round++)
        {
            foreach (var kind in kinds)
                rates[kind].Add(await RoundAsync(kind, settings).ConfigureAwait(false));
        }
        if (kinds.Length == 2)
        {
            var ratios = rates[kinds[0]].Zip(rates[kinds[1]], (bare, real) => real / bare).Order().ToArray();
            Console.WriteLine(
                $"{kinds[1]} / {kinds[0]}: median {ratios[ratios.Length / 2]:F2}, {ratios[0]:F2} to {ratios[^1]:F2}");
        }
    }

    private static async Task<double> RoundAsync(string kind, Settings settings)
    {
        var folder = Path.Combine(settings.Text("folder", Path.GetTempPath()), "sfperf-" + Path.GetRandomFileName());
        var children = new List<Child>();
        try
        {
            for (var i = 0; i < settings.Processes; i++)
                Directory.CreateDirectory(Path.Combine(folder, $"{i}"));
            if (settings.Primaries > 1)
            {
                var all = await Members.RoundAsync(kind, settings, id => Path.Combine(folder, $"{id - 1}"))
                    .ConfigureAwait(false);
                Print(kind, all, []);
                return all.PerSecond;
            }
            var addresses = new List<string>();
            for (var i = 1; i < settings.Replicas; i++)
            {
                var child = new Child(
                    ["-" + kind, Path.Combine(folder, $"{i}"), "secondary", .. settings.Words, $"id={i + 1}"]);
                children.Add(child);
                addresses.Add(await child.ReadAsync().ConfigureAwait(false));
            }
            using var primary = new Child(
                ["-" + kind, Path.Combine(folder, "0"), string.Join(',', addresses), .. settings.Words]);
            await primary.ReadAsync().ConfigureAwait(false);
            await ReportAsync(children).ConfigureAwait(false);
            var result = Measurement.Parse(await primary.ReadAsync().ConfigureAwait(false));
            var others = await ReportAsync(children).ConfigureAwait(false);
            Print(kind, result, others);
            return result.PerSecond;
        }
        finally
        {
            foreach (var child in children)
                child.Dispose();
            Directory.Delete(folder, recursive: true);
        }
    }

    // What each secondary did since the report before.
    private static async Task<List<Measurement>> ReportAsync(List<Child> children)
    {
        var reports = new List<Measurement>();
        foreach (var child in children)
        {
            await child.WriteAsync("report").ConfigureAwait(false);
            reports.Add(Measurement.Parse(await child.ReadAsync().ConfigureAwait(false)));
        }
        return reports;
    }

    private static void Print(string kind, Measurement primary, List<Measurement> secondaries)
    {
        var line = $"{kind,-5} {primary.PerSecond / 1000,7:F1} k/s  p50 {primary.P50 / 1000:F2} ms  p99 "
            + $"{primary.P99 / 1000:F2} ms"
            + $"  primary {primary.CpuMicroseconds / primary.Operations:F1} us CPU, "
            + $"{primary.AllocatedBytes / primary.Operations:F0} B/op";
        foreach (var secondary in secondaries.Where(s => s.Operations > 0))
        {
            line += $"  secondary {secondary.CpuMicroseconds / secondary.Operations:F1} us, "
                + $"{secondary.AllocatedBytes / secondary.Operations:F0} B";
        }
        Console.WriteLine(line);
    }
}
