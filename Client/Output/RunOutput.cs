using System;
using System.IO;
using System.Linq;
using SfPerf.Client.Cluster;
using SfPerf.Client.Runs;
using SfPerf.Contracts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Client.Output;

/// <summary>Saves what was measured and prints it.</summary>
/// <param name="format">A value of <see cref="OutputFormats"/>.</param>
/// <param name="root">The folder of all runs.</param>
/// <param name="terminal">Results go to its output, all else to its error stream.</param>
/// <param name="gate">What the run must satisfy; null for nothing.</param>
internal sealed class RunOutput(string format, string root, Terminal terminal, RunGate? gate = null)
{
    public Terminal Terminal { get; } = terminal;

    /// <summary>Makes the folder of all runs now, so that a long run is not measured in vain.</summary>
    public void CheckFolder()
    {
        try
        {
            Directory.CreateDirectory(root);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new SfPerfException(
                ExitCode.BadParameters, $"--out {root}: the folder cannot be made: {e.Message}", e);
        }
    }

    /// <summary>Saves and prints; returns the code that the process ends with.</summary>
    public ExitCode Finish(RunPlan plan, Measurement measured, ClusterFacts cluster, IProgressView view)
    {
        if (measured.Phases.Count == 0)
        {
            view.Note(measured.Failure?.Message ?? "Cancelled before anything was measured.");
            return measured.Code;
        }

        view.Finish();
        var record = RunRecords.Create(plan, measured, cluster);
        record = gate?.Apply(record) ?? record;
        var folder = Save(record, measured);
        Print(record);
        if (measured.Failure is { } failure)
            view.Note($"The run ended early: {failure.Message}");
        else if (measured.Cancelled)
            view.Note("Cancelled; what was measured until then is saved.");
        else if (!measured.HasFigures)
            view.Note("Nothing was measured: not one operation succeeded.");
        view.Note($"Saved {folder}");
        return measured.Code == ExitCode.Ok && gate is not null ? gate.Code(record) : measured.Code;
    }

    private void Print(RunRecord record)
    {
        // Warm-ups are writes and reads too, but none of the original's.
        var phases = record with
        {
            Phases = [.. record.Phases.Where(p => PhaseNames.IsMeasured(p.Name))],
        };
        if (format == OutputFormats.Json)
        {
            Terminal.Out.Write(RunFolder.ToJson(record));
            return;
        }

        LegacyText.Write(phases, Terminal.Out);
        if (format == OutputFormats.Legacy)
            return;
        Terminal.Out.WriteLine();
        RunTable.Write(record, Terminal.Out);
    }

    private string Save(RunRecord record, Measurement measured)
    {
        try
        {
            return RunFolder.Write(root, record, measured.Phases);
        }
        catch (IOException e)
        {
            // The figures exist nowhere else: print them before saying that they are not saved.
            Print(record);
            throw new SfPerfException(ExitCode.Internal, $"The run could not be saved in {root}: {e.Message}", e);
        }
    }
}
