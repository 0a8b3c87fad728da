using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Commands.Parameters;
using SfPerf.Contracts;
using SfPerf.Peers;

namespace SfPerf.Client.Parameters;

/// <summary>Rules between the values of a mixed phase.</summary>
internal static class MixedRules
{
    private static readonly string[] Shares =
        ["ReadProportion", "UpdateProportion", "InsertProportion", "ReadModifyWriteProportion", RunCatalogue.Scans];

    public static IEnumerable<ParameterProblem> Check(ParameterSet set)
    {
        var sum = Shares.Sum(set.Number);
        if (Math.Abs(sum - 1) > 1e-9)
        {
            yield return Problem(set, Shares[0], string.Create(CultureInfo.InvariantCulture,
                $"with {string.Join(", ", Shares.Skip(1).Select(n => $"{n} = {set.Text(n)}"))} "
                + $"the sum is {sum:0.####}; allowed: a sum of 1."));
            yield break;
        }

        var run = new RunParameters(set, "");
        if (run.MixedOperations is > 0 and var total && total < run.Clients)
        {
            yield return Problem(set, RunCatalogue.MixedTotal,
                $"fewer operations than NumClients = {run.Clients}; allowed: at least {run.Clients}.");
        }

        if (run.OutstandingMixed < run.Clients)
        {
            yield return Problem(set, "NumOutstandingMixedOperations",
                $"fewer than NumClients = {run.Clients}, so some would do nothing; allowed: at least {run.Clients}.");
        }

        if (run.Items + run.InsertsMax > RunCatalogue.ItemsMaximum)
        {
            yield return Problem(set, "InsertProportion",
                $"{run.MixedOperations} operations would make {run.Items + run.InsertsMax} keys; allowed: at most "
                + $"{RunCatalogue.ItemsMaximum}, NumItems among them.");
        }

        foreach (var problem in CheckScans(set, run))
            yield return problem;
    }

    private static IEnumerable<ParameterProblem> CheckScans(ParameterSet set, RunParameters run)
    {
        if (run.ScanRowsMax == 0)
            yield break;
        if (run.Peer is { } peer)
        {
            if (!peer.CanScan())
            {
                yield return Problem(set, RunCatalogue.Scans, $"{peer} keeps its keys in no order, so it cannot scan; "
                    + "allowed: 0, or another TargetServiceType.");
            }

            yield break;
        }

        if (run.TargetServiceType == RunCatalogue.SfActor)
        {
            yield return Problem(set, RunCatalogue.Scans, $"{RunCatalogue.SfActor} keeps its keys in actors, which "
                + "have no order to scan in; allowed: 0, or another TargetServiceType.");
            yield break;
        }

        var largest = run.DataSizes.DefaultIfEmpty().Max();
        var most = ScanLimits.RowsOf(largest);
        if (run.ScanRowsMax > most)
        {
            yield return Problem(set, RunCatalogue.ScanLength, $"values of {largest} bytes would make more "
                + $"than one message holds; allowed: at most {most}.");
        }
    }

    private static ParameterProblem Problem(ParameterSet set, string name, string message) =>
        ParameterProblem.Of(set.Find(name)!, message);
}
