using System.Linq;
using SfPerf.Client.Cluster;
using SfPerf.Client.Measuring;
using SfPerf.Commands;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;
using SfPerf.Workload;

namespace SfPerf.Client.Output;

/// <summary>Saves what was measured and prints it.</summary>
/// <param name="format">A value of <see cref="OutputFormats"/>.</param>
/// <param name="root">The folder of all runs.</param>
/// <param name="terminal">Results go to its output, all else to its error stream.</param>
/// <param name="gate">What the run must satisfy; null for nothing.</param>
internal sealed class RunOutput(string format, string root, Terminal terminal, RunGate? gate = null)
{
    public Terminal Terminal { get; } = terminal;

    public string Root { get; } = root;

    /// <summary>Saves and prints; returns the code that the process ends with.</summary>
    public ExitCode Finish(RunPlan plan, Measurement measured, ClusterFacts cluster, IProgressView view)
    {
        view.Finish();
        if (measured.Phases.Count == 0)
        {
            Tell(measured.Failure?.Message ?? "cancelled before anything was measured.");
            return measured.Code;
        }

        var record = RunRecords.Create(plan, measured, cluster);
        record = gate?.Apply(record) ?? record;
        var folder = Save(record, measured);
        Print(record);
        if (measured.Failure is { } failure)
            Tell($"the run ended early: {failure.Message}");
        else if (measured.Cancelled)
            Tell("cancelled; what was measured until then is saved.");
        else if (!measured.HasFigures)
            Tell(measured.NoFigures);
        view.Note($"Saved {folder}; as a page: sfperf report {folder}");
        if (measured.Code != ExitCode.Ok || gate is null)
            return measured.Code;
        foreach (var reason in gate.Reasons(record))
            Tell(reason);
        return gate.Code(record);
    }

    // Not a note of the progress: --quiet leaves those out, but never the reason of a code other than 0.
    private void Tell(string reason) => Terminal.Error.WriteLine($"sfperf: {reason}");

    private void Print(RunRecord record)
    {
        if (format == OutputFormats.Json)
        {
            Terminal.Out.Write(RunFolder.ToJson(record));
            return;
        }

        if (format == OutputFormats.Legacy)
        {
            // Warm-ups are writes and reads too, but none of the original's.
            LegacyText.Write(
                record with { Phases = [.. record.Phases.Where(p => PhaseNames.IsMeasured(p.Name))] }, Terminal.Out);
        }
        else
        {
            RunTable.Write(record, Terminal.Out);
        }
    }

    private string Save(RunRecord record, Measurement measured)
    {
        try
        {
            return RunsFolder.Save(Root, record, measured.Phases);
        }
        catch (SfPerfException)
        {
            // The figures exist nowhere else: print them before saying that they are not saved.
            Print(record);
            throw;
        }
    }
}

/// <summary>The values of <c>--format</c>.</summary>
internal static class OutputFormats
{
    public const string Table = "table";
    public const string Json = "json";
    public const string Legacy = "legacy";

    public static string[] All => [Table, Json, Legacy];
}
