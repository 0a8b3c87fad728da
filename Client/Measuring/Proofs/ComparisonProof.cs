using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.LoadGenerator.SelfTesting;
using SfPerf.Machine;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;

namespace SfPerf.Client.Measuring.Proofs;

/// <summary>Proves, on the machine as it is, that comparisons neither cry wolf nor sleep: many of a simulated store
/// with itself, many with one that is 10 % slower. Stores that only wait take no processor, so some comparisons are
/// under way at once, of both kinds alike.</summary>
internal static class ComparisonProof
{
    private const int AtOnce = 16;
    private const double AlarmsMax = 0.01;
    private const double FoundMin = 0.95;
    private static readonly TimeSpan Base = TimeSpan.FromMilliseconds(40);
    private static readonly TimeSpan Slower = TimeSpan.FromMilliseconds(44);

    /// <summary>Gets how long it takes about.</summary>
    public static TimeSpan Duration(int alike)
    {
        var comparison = SimulatedComparison.Pairs * SimulatedComparison.BlockOperations
            / SimulatedComparison.Outstanding * (Base + Slower);
        return comparison * Math.Ceiling((alike + (alike / 2)) / (double)AtOnce);
    }

    /// <summary>Compares a store with itself so many times, and half as many times with the slower one.</summary>
    /// <returns>Whether at most 1 % of the first said regressed or improved, and at least 95 % of the second said
    /// regressed.</returns>
    public static async Task<bool> RunAsync(int alike, Terminal terminal, CancellationToken token)
    {
        var slower = alike / 2;
        var work = new Queue<(int Number, bool Slower)>(Enumerable.Range(0, alike + slower)
            .Select(i => (i, i % 3 == 2 && i / 3 < slower)));
        var results = new List<(bool Slower, Verdict Verdict)>();
        var progress = new ProofProgress(
            (alike + slower) * (long)SimulatedComparison.Blocks, terminal.Error, TimeProvider.System);
        var before = MachineReading.Take();
        using var storeTime = new FineTime();
        await Task.WhenAll(Enumerable.Range(0, AtOnce).Select(_ => LaneAsync())).ConfigureAwait(false);
        var noise = new NoiseGuard().Judge(new NoiseEvidence(
            before, MachineReading.Take(), Environment.ProcessorCount, StoreOnThisMachine: false));

        var alarms = results.Count(r => !r.Slower && r.Verdict is Verdict.Regressed or Verdict.Improved);
        var found = results.Count(r => r is { Slower: true, Verdict: Verdict.Regressed });
        var (alarmsMax, foundMin) = ((int)(alike * AlarmsMax), (int)Math.Ceiling(slower * FoundMin));
        var right = alarms <= alarmsMax && found >= foundMin;
        await terminal.Out.WriteLineAsync(
            Line("the same store", results.Where(r => !r.Slower)) + Line("10 % slower", results.Where(r => r.Slower))
            + $"machine: other programs used {Share(noise.BackgroundCpu)} of the processors, tasks waited for one "
            + $"{Share(noise.CpuPressure)} of the time, the host took {Share(noise.Steal)}; "
            + ProofProgress.Text(progress.Elapsed) + "\n"
            + $"{(right ? "ok  " : "FAIL")} false alarms: {alarms} of {alike} (at most {alarmsMax}); "
            + $"slow-downs of 10 % found: {found} of {slower} (at least {foundMin})").ConfigureAwait(false);
        return right;

        async Task LaneAsync()
        {
            while (true)
            {
                (int Number, bool Slower) next;
                lock (work)
                {
                    if (!work.TryDequeue(out next))
                        return;
                }

                var comparison = new SimulatedComparison(Base, next.Slower ? Slower : Base, storeTime);
                var verdict = Of(await comparison.RunAsync(next.Number % 2, progress.BlockDone, token)
                    .ConfigureAwait(false));
                lock (work)
                    results.Add((next.Slower, verdict));
            }
        }
    }

    // Any figure that says so is an alarm, whatever the others say.
    private static Verdict Of(RunComparison comparison) =>
        comparison.Metrics.Any(m => m.Verdict == Verdict.Regressed) ? Verdict.Regressed
        : comparison.Metrics.Any(m => m.Verdict == Verdict.Improved) ? Verdict.Improved : comparison.Verdict;

    private static string Line(string side, IEnumerable<(bool Slower, Verdict Verdict)> results) =>
        $"{side}: " + string.Join(", ", results.CountBy(r => r.Verdict).OrderByDescending(c => c.Value)
            .Select(c => $"{c.Key.ToString().ToLowerInvariant()} {c.Value}")) + "\n";

    private static string Share(double? share) =>
        share is { } known ? known.ToString("0.0 %", CultureInfo.InvariantCulture) : "?";
}
