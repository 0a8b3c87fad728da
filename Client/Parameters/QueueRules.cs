using System.Collections.Generic;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Parameters;

/// <summary>Rules between the values of a run that measures a queue.</summary>
internal static class QueueRules
{
    public static IEnumerable<ParameterProblem> Check(ParameterSet set)
    {
        var target = set.Text("TargetServiceType");
        if (set.Text("Workload") != WorkloadPresets.WriteThenRead)
        {
            yield return Problem(set, "Workload", $"{target} has no keys to read, update or scan; allowed: "
                + $"{WorkloadPresets.WriteThenRead}, which enqueues and then dequeues, or another TargetServiceType.");
            yield break;
        }

        if (set.Text("KeyDistribution") != RunCatalogue.SequentialKeys)
        {
            yield return Problem(set, "KeyDistribution", $"{target} has no keys to choose from; allowed: "
                + $"{RunCatalogue.SequentialKeys}, or another TargetServiceType.");
        }

        var writes = set.Integer("NumWriteOperationsTotal");
        // Within a time nobody knows how many come: the dequeues then end with the items.
        if (set.Integer("PhaseSecondsMax") == 0 && set.Integer("NumReadOperationsTotal") > writes)
        {
            yield return Problem(set, "NumReadOperationsTotal",
                $"more dequeues than NumWriteOperationsTotal = {writes} enqueues; allowed: at most {writes}, or a "
                + "PhaseSecondsMax.");
        }
    }

    private static ParameterProblem Problem(ParameterSet set, string name, string message) =>
        ParameterProblem.Of(set.Find(name)!, message);
}
