using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Commands;
using SfPerf.Reports.Comparison;

namespace SfPerf.Client.Measuring.Series;

/// <summary>Represents one run, several times, into one folder: what <c>compare</c> needs of a side.</summary>
internal static class RepeatedRuns
{
    /// <summary>Measures.</summary>
    /// <param name="plan">The run.</param>
    /// <param name="times">How often.</param>
    /// <param name="gate">What each run must satisfy.</param>
    /// <param name="settings">Where the runs go and how they are told.</param>
    /// <param name="terminal">The terminal.</param>
    /// <param name="token">Ends it; what was measured until then is saved.</param>
    /// <returns>The code of the run that satisfied its gate least.</returns>
    public static async Task<ExitCode> RunAsync(RunPlan plan, int times, RunGate gate, SeriesSettings settings,
        Terminal terminal, CancellationToken token)
    {
        var name = plan.Parameters.Name;
        var runs = new List<SweepRun>();
        var codes = new HashSet<ExitCode>();
        var progress = new SeriesProgress([(name, ExpectedTime.Of(plan.Parameters))], times, settings.Notes(terminal));
        var series = new RunSeries($"{name}-repeat", settings, terminal) { Review = gate.Apply };
        await using (series.ConfigureAwait(false))
        {
            try
            {
                for (var i = 0; i < times; i++)
                {
                    var run = await series.MeasureAsync(plan, "", gate.Labels, token).ConfigureAwait(false);
                    runs.Add(new SweepRun([KeyValuePair.Create("Name", name)], run));
                    codes.Add(gate.Code(run));
                    progress.End(name, run, $"run {i + 1} of {times}: {RunSeries.Brief(run)}");
                    foreach (var reason in gate.Reasons(run))
                        await terminal.Error.WriteLineAsync($"sfperf: run {i + 1}: {reason}").ConfigureAwait(false);
                }
            }
            finally
            {
                if (runs.Count > 0)
                    SweepText.Write(runs, SweepAxis.LoadOf, settings.Texts(terminal));
                if (settings.IsJson)
                {
                    await terminal.Out.WriteAsync(SweepJson.Write(runs, SweepAxis.LoadOf, series.Folder))
                        .ConfigureAwait(false);
                }

                series.WriteSummary();
            }
        }

        return codes.Contains(ExitCode.Rejected) ? ExitCode.Rejected
            : codes.Contains(ExitCode.ThresholdFailed) ? ExitCode.ThresholdFailed : ExitCode.Ok;
    }
}
