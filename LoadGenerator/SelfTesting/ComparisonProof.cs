using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Results;
using SfPerf.Metrics.Statistics;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>Proves, on the machine as it is, that comparisons neither cry wolf nor sleep: many of a simulated store
/// with
/// itself, many with one that is 10 % slower, in interleaved blocks on real time.</summary>
public static class ComparisonProof
{
    private const int Pairs = 10;
    private const int Outstanding = 16;
    private const int BlockOperations = 64;

    // Long against the steps of the runtime's timers, which are some milliseconds on some kernels.
    private static readonly TimeSpan Base = TimeSpan.FromMilliseconds(40);
    private static readonly TimeSpan Slower = TimeSpan.FromMilliseconds(44);
    private static readonly VerdictRule Rule = new(0.05, 0.05);

    /// <summary>Makes the comparisons, about 4 s each, and writes what came out.</summary>
    /// <param name="alike">Comparisons of the store with itself.</param>
    /// <param name="slower">Comparisons with the slower one.</param>
    /// <param name="output">Where to.</param>
    /// <param name="token">Ends it early.</param>
    /// <returns>Whether at most 1 % of the first said regressed or improved, and at least 95 % of the second said
    /// regressed.</returns>
    public static async Task<bool> RunAsync(int alike, int slower, TextWriter output, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(output);
        var same = await CountAsync(alike, Base, output, token).ConfigureAwait(false);
        var worse = await CountAsync(slower, Slower, output, token).ConfigureAwait(false);
        var alarms = same.GetValueOrDefault(Verdict.Regressed) + same.GetValueOrDefault(Verdict.Improved);
        var found = worse.GetValueOrDefault(Verdict.Regressed);
        var right = alarms <= alike * 0.01 && found >= slower * 0.95;
        await output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture,
            $"{(right ? "ok  " : "FAIL")} false alarms: {alarms} of {alike}; ")
            + $"slow-downs of 10 % found: {found} of {slower}")
            .ConfigureAwait(false);
        return right;
    }

    private static async Task<Dictionary<Verdict, int>> CountAsync(
        int comparisons, TimeSpan second, TextWriter output, CancellationToken token)
    {
        var counts = new Dictionary<Verdict, int>();
        for (var i = 0; i < comparisons; i++)
        {
            var verdict = await CompareAsync(second, token).ConfigureAwait(false);
            counts[verdict] = counts.GetValueOrDefault(verdict) + 1;
        }
        await output.WriteLineAsync(
            $"{Base.TotalMilliseconds} ms against {second.TotalMilliseconds} ms, {comparisons} times: "
            + string.Join(", ", counts.OrderBy(c => c.Key)
                .Select(c => $"{c.Key.ToString().ToLowerInvariant()} {c.Value}")))
            .ConfigureAwait(false);
        return counts;
    }

    private static async Task<Verdict> CompareAsync(TimeSpan second, CancellationToken token)
    {
        var first = new PhaseResult[Pairs];
        var other = new PhaseResult[Pairs];
        for (var pair = 0; pair < Pairs; pair++)
            foreach (var isSecond in PairOrder.Of(pair))
                (isSecond ? other : first)[pair] =
                    await BlockAsync(isSecond ? second : Base, token).ConfigureAwait(false);
        // The median is what a busy machine disturbs least; rate and mean take every stall in full.
        RatioEstimate[] estimates =
        [
            HodgesLehmann.Paired(Values(first, r => r.OperationsPerSecond), Values(other, r => r.OperationsPerSecond)),
            HodgesLehmann.Paired(Values(first, r => r.Latency.Mean), Values(other, r => r.Latency.Mean)),
            HodgesLehmann.Paired(Values(first, Median), Values(other, Median)),
        ];
        var adjusted = Holm.Adjust([.. estimates.Select(e => e.P)]);
        Verdict[] verdicts = [.. estimates.Select((e, i) =>
            Rule.Decide(e, adjusted[i], Pairs, higherIsBetter: i == 0))];
        return verdicts.Contains(Verdict.Regressed) ? Verdict.Regressed
            : verdicts.Contains(Verdict.Improved) ? Verdict.Improved
            : verdicts.Contains(Verdict.Inconclusive) ? Verdict.Inconclusive : Verdict.Same;
    }

    private static double Median(PhaseResult result) => result.Latency.ValueAt(50);

    private static double[] Values(PhaseResult[] results, Func<PhaseResult, double> value) =>
        [.. results.Select(value)];

    private static async Task<PhaseResult> BlockAsync(TimeSpan service, CancellationToken token)
    {
        var target = new SimulatedTarget(new SimulatedTargetOptions { ServiceTime = service, ItemLocks = false });
        await using (target.ConfigureAwait(false))
        {
            var runner = new LoadRunner(target, RunSpecification.WriteThenRead(
                BlockOperations, Outstanding, 0, 1, SimulatedTarget.PayloadBytesMin, Outstanding * 2));
            return (await runner.RunAsync(token).ConfigureAwait(false)).Phases[1];
        }
    }
}
