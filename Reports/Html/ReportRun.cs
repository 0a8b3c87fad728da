using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Reports.Exports;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html;

/// <summary>A run with what lies beside it in its folder.</summary>
internal sealed record ReportRun(RunRecord Run, IReadOnlyList<IntervalLogLine> Log)
{
    internal string Title => $"{Run.Name} {Run.Id}".Trim();

    internal IEnumerable<PhaseRecord> Measured => Run.Phases.Where(p => p.Kind != "prepare");

    internal static ReportRun Load(string path)
    {
        var run = RunFolder.Read(path);
        var log = Path.Combine(Directory.Exists(path) ? path : Path.GetDirectoryName(path) ?? "",
            RunFolder.LogFileName);
        if (!File.Exists(log))
            return new ReportRun(run, []);
        try
        {
            using var reader = File.OpenText(log);
            return new ReportRun(run, IntervalLog.Read(reader).Lines);
        }
        catch (FormatException e)
        {
            throw new RunFormatException(log, e.Message);
        }
    }

    internal double StartOf(PhaseRecord phase) =>
        Math.Max(0, ((phase.StartedUtc ?? Run.StartedUtc) - Run.StartedUtc).TotalSeconds);
}
