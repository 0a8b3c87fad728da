using System;
using System.Globalization;
using System.IO;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Text;

/// <summary>The original sample's two result lines, letter for letter, in the invariant culture.</summary>
public static class LegacyText
{
    /// <summary>Writes a line for the write phase and one for the read phase; a phase that is not there has no
    /// line.</summary>
    public static void Write(RunRecord run, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(output);
        foreach (var (kind, title) in new[] { ("write", "Write"), ("read", "Read") })
        {
            foreach (var phase in run.Phases)
            {
                if (phase.Kind == kind)
                    output.WriteLine(Line(title, phase));
            }
        }
    }

    internal static string Line(string title, PhaseRecord phase) => string.Create(CultureInfo.InvariantCulture,
        $"{title} test results - Run time: {TimeSpan.FromSeconds(phase.Seconds):c}, "
        + $"Total operation count: {phase.Operations}, Average operations/sec: {phase.OpsPerSecond}, "
        + $"Average operation latency (milliseconds): {phase.LatencyMs.Mean}");
}
