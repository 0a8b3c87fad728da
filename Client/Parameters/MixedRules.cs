using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Client.Parameters;

/// <summary>Rules between the values of a mixed phase.</summary>
internal static class MixedRules
{
    private static readonly string[] Shares =
        ["ReadProportion", "UpdateProportion", "InsertProportion", "ReadModifyWriteProportion"];

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
            yield return Problem(set, RunCatalogue.MixedTotal,
                $"fewer operations than NumClients = {run.Clients}; allowed: at least {run.Clients}.");
        if (run.OutstandingMixed < run.Clients)
            yield return Problem(set, "NumOutstandingMixedOperations",
                $"fewer than NumClients = {run.Clients}, so some would do nothing; allowed: at least {run.Clients}.");
        if (run.Items + run.InsertsMax > RunCatalogue.ItemsMaximum)
            yield return Problem(set, "InsertProportion",
                $"{run.MixedOperations} operations would make {run.Items + run.InsertsMax} keys; allowed: at most "
                + $"{RunCatalogue.ItemsMaximum}, NumItems among them.");
    }

    private static ParameterProblem Problem(ParameterSet set, string name, string message) =>
        ParameterProblem.Of(set.Find(name)!, message);
}
