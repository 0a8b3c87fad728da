using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Chaos.Checking;
using SfPerf.Chaos.Histories;

namespace SfPerf.Client.Chaos;

/// <summary>Shows what a history holds and what its checks found.</summary>
internal static class ChaosText
{
    private const int ViolationsShown = 10;

    public static void Write(TextWriter output, History history, Findings findings)
    {
        WriteOperations(output, history);
        WriteUnanswered(output, history);
        WriteFaults(output, history);
        WriteOutages(output, Outages.Of(history));
        if (history.Tail is { HealedSeconds: { } healed })
            output.WriteLine(Invariant($"Whole again {healed:0.0} s after the last fault."));
        foreach (var violation in findings.Violations.Take(ViolationsShown))
        {
            output.WriteLine($"BROKEN {violation.Promise}"
                + (violation.Partition < 0 ? "" : Invariant($", partition {violation.Partition}"))
                + $": {violation.Text}");
        }

        if (findings.Violations.Count > ViolationsShown)
            output.WriteLine(Invariant($"... and {findings.Violations.Count - ViolationsShown} more."));
        foreach (var open in findings.Undecided.Take(ViolationsShown))
            output.WriteLine($"UNDECIDED {open}");
        output.WriteLine(Verdict(history, findings));
    }

    /// <summary>Returns the verdict in one sentence.</summary>
    internal static string Verdict(History history, Findings findings)
    {
        var operations = history.Operations.Count(o => o.Process != Operation.FinalProcess);
        var faults = history.Faults.Count(f => f.Skipped is null);
        var under = Invariant($"{operations:N0} operations under {faults} faults");
        if (findings.Violations.Count > 0)
        {
            return Invariant($"Verdict: BROKEN: {findings.Violations.Count} violation")
                + $"{(findings.Violations.Count == 1 ? "" : "s")} of what is promised, in {under}.";
        }

        return findings.Undecided.Count > 0
            ? $"Verdict: UNDECIDED: no violation found in {under}, but not everything could be checked."
            : $"Verdict: clean: {under}; nothing acknowledged was lost, nothing was stale, doubled or torn, and the "
                + "cluster healed.";
    }

    private static void WriteOperations(TextWriter output, History history)
    {
        output.WriteLine($"{"operation",-12}{"ok",10}{"refused",10}{"unknown",10}");
        foreach (var kind in history.Operations.Where(o => o.Process != Operation.FinalProcess)
            .GroupBy(o => o.Kind).OrderBy(g => g.Key))
        {
            var counts = kind.CountBy(o => o.Outcome).ToDictionary();
            output.WriteLine(Invariant($"{HistoryFormat.Name(kind.Key),-12}{Of(counts, Outcome.Ok),10:N0}")
                + Invariant($"{Of(counts, Outcome.Fail),10:N0}{Of(counts, Outcome.Unknown),10:N0}"));
        }
    }

    // Under any fault a call must end: by an answer, or because its replica or its process is gone.
    private static void WriteUnanswered(TextWriter output, History history)
    {
        var count = history.Operations.Count(o => o.IsUnanswered);
        output.WriteLine(
            Invariant($"Calls without an answer or a failure for {Operation.AnswerSecondsMax} s: {count}."));
    }

    private static void WriteFaults(TextWriter output, History history)
    {
        var kinds = history.Faults.GroupBy(f => f.Kind).OrderBy(g => g.Key, StringComparer.Ordinal).Select(g =>
        {
            var skipped = g.Count(f => f.Skipped is not null);
            return Invariant($"{g.Key} {g.Count() - skipped}")
                + (skipped == 0 ? "" : Invariant($" (skipped {skipped})"));
        });
        output.WriteLine("Faults: " + (history.Faults.Count == 0 ? "none" : string.Join(", ", kinds)) + ".");
    }

    private static void WriteOutages(TextWriter output, Outages outages)
    {
        output.WriteLine(Invariant($"Times of {Outages.GapMin * 1000:0} ms or more without a success in a partition: ")
            + Summary(outages.Gaps) + ".");
        output.WriteLine("From a fault of a primary to the first success of a later call: "
            + Summary(outages.Failovers) + ".");
        output.WriteLine("Of these, while a majority of the replicas was ready and was not struck: "
            + Summary(outages.QuorumFailovers) + ".");
        output.WriteLine(
            Invariant($"Of these, kills and moves without another fault in the {Outages.SettleSeconds:0} s before ")
            + "or until then: " + Summary(outages.SingleFailovers) + ".");
        if (outages.Restarts.Count > 0)
        {
            output.WriteLine("The same for a restart of the cluster or of its manager: "
                + Summary(outages.Restarts) + ".");
        }

        if (outages.Standstills.Count > 0)
        {
            output.WriteLine("From the end of a standstill of all processes to the first success: "
                + Summary(outages.Standstills) + ".");
        }
    }

    private static string Summary(IReadOnlyList<double> seconds) => seconds.Count == 0 ? "none"
        : Invariant($"{seconds.Count}, median {Outages.Percentile(seconds, 50) * 1000:N0} ms, ")
            + Invariant($"p99 {Outages.Percentile(seconds, 99) * 1000:N0} ms, max {seconds[^1] * 1000:N0} ms");

    private static int Of(Dictionary<Outcome, int> counts, Outcome outcome) => counts.GetValueOrDefault(outcome);

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
