using System;
using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.SelfTesting;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using SfPerf.Workload;

namespace SfPerf.Client.Measuring.Proofs;

/// <summary>Compares two simulated stores as <c>ab</c> compares two settings: pairs of interleaved blocks on real time,
/// saved runs' own records, and the comparison that judges those.</summary>
/// <param name="first">The service time of the first store.</param>
/// <param name="second">The service time of the second one.</param>
/// <param name="storeTime">The clock of the stores.</param>
internal sealed class SimulatedComparison(TimeSpan first, TimeSpan second, FineTime storeTime)
{
    public const int Pairs = 10;
    public const int Blocks = Pairs * 2;
    public const int Outstanding = 4;
    public const int BlockOperations = 32 * Outstanding;

    private static readonly EnvironmentRecord Environment =
        new() { Cores = System.Environment.ProcessorCount };

    /// <summary>Measures and compares.</summary>
    /// <param name="order">0 or 1: which side begins the first pair.</param>
    /// <param name="blockDone">Called after each block.</param>
    /// <param name="token">Ends it early.</param>
    public async Task<RunComparison> RunAsync(int order, Action blockDone, CancellationToken token)
    {
        var (before, after) = (new List<RunRecord>(Pairs), new List<RunRecord>(Pairs));
        for (var pair = 0; pair < Pairs; pair++)
        {
            foreach (var isSecond in PairOrder.Of(pair + order))
            {
                (isSecond ? after : before).Add(
                    await MeasureAsync(isSecond ? second : first, pair, token).ConfigureAwait(false));
                blockDone();
            }
        }

        return RunComparison.Of(before, after);
    }

    private async Task<RunRecord> MeasureAsync(TimeSpan service, int pair, CancellationToken token)
    {
        var target = new SimulatedTarget(
            new SimulatedTargetOptions { ServiceTime = service, ItemLocks = false }, storeTime);
        await using (target.ConfigureAwait(false))
        {
            var runner = new LoadRunner(target, RunSpecification.WriteThenRead(
                BlockOperations, Outstanding, 0, 1, SimulatedTarget.PayloadBytesMin, Outstanding * 2));
            var result = await runner.RunAsync(token).ConfigureAwait(false);
            token.ThrowIfCancellationRequested();
            return new RunRecord
            {
                Name = "block",
                StartedUtc = result.StartedUtc,
                Parameters = RunRecord.ParametersOf([]),
                Labels = new Dictionary<string, string> { ["pair"] = pair.ToString(CultureInfo.InvariantCulture) },
                Environment = Environment,
                Phases = [PhaseRecord.From(result.Phases[1])],
            };
        }
    }
}
