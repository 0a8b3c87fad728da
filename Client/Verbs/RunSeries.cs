using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Client.Runs;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Verbs;

/// <summary>One plan measured as one of many: saved with its labels, without a table.</summary>
internal sealed class RunSeries(
    RunPlan plan, string root, Terminal terminal, IReadOnlyDictionary<string, string> labels)
{
    /// <summary>Measures and saves.</summary>
    /// <exception cref="SfPerfException">The run could not be measured to its end: a part would not
    /// compare.</exception>
    public async Task<RunRecord> MeasureAsync(CancellationToken token)
    {
        var time = TimeProvider.System;
        using var view = ProgressViews.Create(terminal, quiet: true, time);
        var (measured, cluster) = await PlanRunner.RunAsync(plan, view, terminal.Error, time, token)
            .ConfigureAwait(false);
        token.ThrowIfCancellationRequested();
        if (measured.Failure is { } failure)
            throw failure;
        if (!measured.HasFigures)
            throw new SfPerfException(ExitCode.NothingMeasured, "Nothing was measured: not one operation succeeded.");
        var record = RunRecords.Create(plan, measured, cluster) with { Labels = labels };
        RunFolder.Write(root, record, measured.Phases);
        return record;
    }

    public static string Brief(RunRecord run) =>
        string.Join("; ", run.Measured.Select(p =>
        string.Create(System.Globalization.CultureInfo.InvariantCulture,
            $"{p.Name} {p.OpsPerSecond:N0} ops/s, mean {p.LatencyMs.Mean:0.##} ms")
                + (p.Failed > 0 ? $", {p.Failed} failed" : "")));
}
