using System;
using System.Linq;
using SfPerf.Chaos.Histories;

namespace SfPerf.Chaos.Checking;

/// <summary>Checks a whole history.</summary>
public static class HistoryCheck
{
    /// <summary>The most configurations that the search remembers for one register unless told otherwise.</summary>
    public const int ConfigurationsMax = 2_000_000;

    private const string Liveness = "healing";

    /// <summary>Returns everything that is wrong or could not be decided.</summary>
    public static Findings Run(History history, int configurationsMax = ConfigurationsMax)
    {
        ArgumentNullException.ThrowIfNull(history);
        var findings = new Findings();
        var complete = history.Tail is { Complete: true };
        RegistersCheck.Run(history, findings, configurationsMax);
        BankCheck.Run(history, findings, complete);
        QueueCheck.Run(history, findings, complete);
        if (!history.Operations.Any(o => o is { IsOk: true, Process: not Operation.FinalProcess }))
            findings.LeaveOpen("No operation was acknowledged: there was nothing to check.");
        if (history.Tail is { NotHealed: { } missing })
        {
            findings.Break(Liveness, -1, missing);
        }
        else if (!complete)
        {
            findings.LeaveOpen("The history ends before everything was read once more: what was acknowledged may be "
                + "lost without a trace in it.");
        }

        return findings;
    }
}
