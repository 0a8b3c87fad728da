using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Reports.Text;
using SfPerf.Scenarios;

namespace SfPerf.Client.Scenarios.Reminders;

/// <summary>Represents what the rounds say.</summary>
internal sealed class ReminderTable(IReadOnlyList<IReadOnlyList<ArmResult>> rounds, int reminders)
{
    private const double AnsweredWithinMs = 1000;

    public void Write(TextWriter output)
    {
        var table = new TextTable("reminders", "due", "fired", "twice", "late p50 ms", "p90", "p99", "max",
            "calls meanwhile", "longest ms", "while firing", "longest ms");
        foreach (var arm in ReminderArms.All)
        {
            var lateness = new LatencyHistogram();
            foreach (var result in Of(arm))
                lateness.Add(result.Phase.Latency);
            table.Add(arm, Text(reminders * rounds.Count, "#,0"), Text(Fired(arm), "#,0"), Text(Twice(arm), "0"),
                Late(50), Late(90), Late(99), Late(100),
                Text(Of(arm).Sum(r => r.Figures[FigureNames.CallsMeanwhile]), "#,0"), Text(LongestCall(arm), "0"),
                Text(Of(arm).Sum(r => r.Figures[FigureNames.CallsWhileFiring]), "#,0"),
                Text(LongestWhileFiring(arm), "0"));

            string Late(double percentile) => lateness.Count == 0 ? "-" : Text(lateness.ValueAt(percentile) / 1e6, "0");
        }

        table.Write(output);
    }

    /// <summary>
    /// Returns what is expected whatever the machine: nothing is lost, and nobody waits long for another.
    /// </summary>
    public IEnumerable<Expectation> Judge()
    {
        foreach (var arm in ReminderArms.All)
        {
            var due = (double)reminders * rounds.Count;
            yield return Decided($"every reminder {arm} fires", Fired(arm) >= due,
                $"{Text(Fired(arm), "#,0")} of {Text(due, "#,0")}") with
            {
                IsCounted = true,
            };
        }

        yield return Decided($"no reminder {ReminderArms.DueAtOnce} fires twice", Twice(ReminderArms.DueAtOnce) == 0,
            $"{Text(Twice(ReminderArms.DueAtOnce), "0")} did") with
        {
            IsCounted = true,
        };
        foreach (var arm in ReminderArms.All)
        {
            yield return Decided(
                $"another actor is called within 1 s while reminders {arm} fire",
                LongestWhileFiring(arm) <= AnsweredWithinMs, $"{Text(LongestWhileFiring(arm), "0")} ms at most");
        }
    }

    private static Expectation Decided(string claim, bool holds, string evidence) =>
        new(claim, holds ? Outcome.Confirmed : Outcome.Contradicted, evidence);

    private double Fired(string arm) => Of(arm).Sum(r => (double)r.Phase.Operations);

    private double Twice(string arm) => Of(arm).Sum(r => r.Figures[FigureNames.Twice]);

    private double LongestCall(string arm) => Of(arm).Max(r => r.Figures[FigureNames.LongestCall]);

    private double LongestWhileFiring(string arm) => Of(arm).Max(r => r.Figures[FigureNames.LongestCallWhileFiring]);

    private IEnumerable<ArmResult> Of(string arm) => rounds.Select(r => r.Single(p => p.Name == arm));

    private static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
