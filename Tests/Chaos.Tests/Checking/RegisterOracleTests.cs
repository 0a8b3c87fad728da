using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Chaos.Checking;
using SfPerf.Chaos.Histories;
using Xunit;

namespace SfPerf.Chaos.Tests.Checking;

/// <summary>The search against every order of every choice, on small random histories.</summary>
public sealed class RegisterOracleTests
{
    private const int Histories = 20_000;

    [Fact]
    public void The_search_agrees_with_every_order_tried_out()
    {
        var violated = 0;
        for (var seed = 0; seed < Histories; seed++)
        {
            var operations = Draw(new Random(seed));
            var expected = Explains(operations, Operation.Absent);
            var actual = new RegisterChecker().Check(operations);
            Assert.True(expected == (actual == RegisterVerdict.Linearizable), $"Seed {seed}: {actual}.");
            violated += expected ? 0 : 1;
        }

        // Both answers are common, or the comparison would say little.
        Assert.InRange(violated, Histories / 10, Histories * 9 / 10);
    }

    // Values repeat on purpose: the search must not depend on unique ones.
    private static List<Operation> Draw(Random random)
    {
        var operations = new List<Operation>();
        for (var id = 1; id <= random.Next(2, 7); id++)
        {
            var begin = random.Next(12);
            var outcome = random.Next(10) switch { < 7 => Outcome.Ok, < 9 => Outcome.Unknown, _ => Outcome.Fail };
            var kind = (OperationKind)random.Next(3);
            operations.Add(new(id, id, 0, kind, begin,
                outcome == Outcome.Unknown ? Operation.Never : begin + random.Next(1, 8), outcome)
            {
                Key = 1, Value = random.Next(1, 4), Second = random.Next(3),
                Result = outcome == Outcome.Ok && kind != OperationKind.Write ? random.Next(3) : null,
            });
        }

        return operations;
    }

    private static bool Explains(List<Operation> left, long state)
    {
        if (left.All(o => !o.IsOk))
            return true;
        foreach (var first in left.Where(o => o.Outcome != Outcome.Fail && o.Begin <= left.Min(x =>
            x.IsOk ? x.End : Operation.Never)))
        {
            List<Operation> rest = [.. left.Where(o => o != first)];
            var possible = first.Kind switch
            {
                OperationKind.Write => Explains(rest, first.Value),
                OperationKind.Read => (!first.IsOk || first.Result == state) && Explains(rest, state),
                _ when first.IsOk && first.Result != state => false,
                _ => Explains(rest, state == first.Second ? first.Value : state),
            };
            if (possible)
                return true;
        }

        return false;
    }
}
