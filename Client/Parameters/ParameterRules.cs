using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Commands.Parameters;
using SfPerf.Contracts;
using SfPerf.Platform;
using SfPerf.Reports.Thresholds;
using SfPerf.Workload;

namespace SfPerf.Client.Parameters;

/// <summary>Rules between values that are each in range.</summary>
internal static class ParameterRules
{
    private const int SimulatedBytesMinimum = 1024;

    public static IEnumerable<ParameterProblem> Check(ParameterSet set)
    {
        var clients = set.Integer("NumClients");
        var items = set.Integer("NumItems");
        var writes = set.Integer("NumWriteOperationsTotal");
        var reads = set.Integer("NumReadOperationsTotal");
        var mixed = set.Text("Workload") != WorkloadPresets.WriteThenRead;
        if (writes == 0 && reads == 0 && !(mixed && set.Integer(RunCatalogue.MixedTotal) > 0))
        {
            yield return Problem(set, "NumWriteOperationsTotal",
                "nothing to measure: NumReadOperationsTotal is 0 too; allowed: one of them above 0.");
        }

        if (set.Integer("ClusterNodes") is 2 or 4)
            yield return Problem(set, "ClusterNodes", "there is no such cluster; allowed: 0, 1, 3 or 5.");
        if (items < clients)
            yield return Problem(set, "NumItems", $"fewer than NumClients = {clients}; allowed: at least {clients}.");
        if (set.Integer(RunCatalogue.Actors) is > 0 and var actors && (actors < clients || actors > items))
        {
            yield return Problem(set, RunCatalogue.Actors, $"some clients would have no actor, or some actors no key; "
                + $"allowed: {clients} to NumItems = {items}, or 0.");
        }

        var isQueue = TargetNames.IsQueue(set.Text("TargetServiceType"));
        foreach (var problem in isQueue ? QueueRules.Check(set) : mixed ? MixedRules.Check(set) : [])
            yield return problem;
        // A load phase writes every key, but only a run that writes at all has one.
        var loads = mixed || writes > 0 && (set.Text("KeyDistribution") != RunCatalogue.SequentialKeys
            || set.Integer("PhaseSecondsMax") > 0);
        if (reads > 0 && writes < items && !loads && !isQueue)
        {
            yield return Problem(set, "NumWriteOperationsTotal",
                $"fewer than NumItems = {items}, so reads would meet keys never written; allowed: at least {items}, "
                + "or NumReadOperationsTotal = 0.");
        }

        foreach (var problem in mixed ? [] : CheckPhase(set, "Write", writes, clients)
            .Concat(CheckPhase(set, "Read", reads, clients)))
        {
            yield return problem;
        }

        foreach (var problem in CheckSizes(set).Concat(CheckBounds(set)).Concat(StoreRules.Check(set))
            .Concat(TargetServiceRules.Check(set)))
        {
            yield return problem;
        }
    }

    // A bound on a phase that the run does not have could never hold.
    private static IEnumerable<ParameterProblem> CheckBounds(ParameterSet set)
    {
        var run = new RunParameters(set, "");
        var mixed = set.Text("Workload") != WorkloadPresets.WriteThenRead;
        if (mixed && MixedRules.Check(set).Any())
            yield break;
        string[] results = [.. run.Results];
        (string Name, Threshold Bound)[] bounds = [.. run.Thresholds.Select(t => (RunCatalogue.Thresholds, t)),
            .. run.Slo is { } slo ? new[] { (RunCatalogue.Slo, slo) } : []];
        foreach (var (name, bound) in bounds)
        {
            if (bound.Phase is { } phase && !results.Contains(phase))
            {
                yield return ParameterProblem.Of(set.Find(name)! with { Text = bound.Text },
                    $"the run has no phase {phase}; allowed: {string.Join(", ", results)}."
                    + (Suggestion.Nearest(phase, results) is { } near ? $" Did you mean {near}?" : ""));
            }
        }
    }

    private static IEnumerable<ParameterProblem> CheckSizes(ParameterSet set)
    {
        var drawn = set.Text("OperationDataSizeDistribution") != nameof(SizeDistribution.Fixed);
        var sizes = set.List("OperationDataSizes").Select(s => int.Parse(s, CultureInfo.InvariantCulture)).ToList();
        if (drawn && sizes.Count == 0)
        {
            yield return Problem(set, "OperationDataSizes",
                "nothing to draw from; allowed: one size or more, or OperationDataSizeDistribution = Fixed.");
        }

        if (!drawn && sizes.Count > 0)
        {
            yield return Problem(set, "OperationDataSizes", "not used while OperationDataSizeDistribution = Fixed; "
                + "allowed: an empty list, or another distribution.");
        }

        var name = drawn ? "OperationDataSizes" : "OperationDataSizeInBytes";
        var smallest = drawn ? sizes.DefaultIfEmpty(SimulatedBytesMinimum).Min() : set.Integer(name);
        if (set.Text("TargetServiceType") == RunCatalogue.SimulatedService && smallest < SimulatedBytesMinimum)
        {
            yield return Problem(set, name,
                $"too small for SimulatedService; allowed: at least {SimulatedBytesMinimum}.");
        }
    }

    private static IEnumerable<ParameterProblem> CheckPhase(ParameterSet set, string phase, long total, long clients)
    {
        if (total == 0)
            yield break;
        var outstanding = $"NumOutstanding{phase}Operations";
        if (total < clients)
        {
            yield return Problem(set, $"Num{phase}OperationsTotal",
                $"fewer than NumClients = {clients}; allowed: at least {clients}, or 0.");
        }

        if (set.Integer(outstanding) < clients)
        {
            yield return Problem(set, outstanding,
                $"fewer than NumClients = {clients}, so some would do nothing; allowed: at least {clients}.");
        }
    }

    private static ParameterProblem Problem(ParameterSet set, string name, string message) =>
        ParameterProblem.Of(set.Find(name)!, message);
}
