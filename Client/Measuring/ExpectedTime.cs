using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Results;
using SfPerf.Scenarios;
using SfPerf.Workload;

namespace SfPerf.Client.Measuring;

/// <summary>Describes how long a run takes, as far as its parameters tell.</summary>
/// <param name="Seconds">All of its phases.</param>
/// <param name="IsLimit">Whether it may take less: phases are cut off at a time.</param>
/// <param name="IsAssumed">Whether the store's speed, which nobody knows yet, decides.</param>
internal readonly record struct ExpectedTime(double Seconds, bool IsLimit, bool IsAssumed)
{
    private const int AssumedRate = 10_000;

    /// <summary>Returns the time of one run.</summary>
    public static ExpectedTime Of(RunParameters p)
    {
        var sum = default(ExpectedTime);
        foreach (var phase in RunSpecifications.Whole(p).Phases)
            sum += Of(phase, p);
        return sum;
    }

    public static ExpectedTime operator +(ExpectedTime a, ExpectedTime b) =>
        new(a.Seconds + b.Seconds, a.IsLimit || b.IsLimit, a.IsAssumed || b.IsAssumed);

    public static ExpectedTime operator *(ExpectedTime time, int times) =>
        time with { Seconds = time.Seconds * times };

    /// <summary>Returns the sum of several runs.</summary>
    public static ExpectedTime Sum(IEnumerable<RunPlan> plans) => plans.Aggregate(
        default(ExpectedTime), (sum, plan) => sum + Of(plan.Parameters));

    /// <summary>The time in words.</summary>
    public override string ToString()
    {
        var time = RemainingTime.Text(TimeSpan.FromSeconds(Seconds));
        return IsAssumed ? $"about {time} if the store makes {AssumedRate} operations a second"
            : IsLimit ? $"at most about {time}" : $"about {time}";
    }

    private static ExpectedTime Of(PhaseSpecification phase, RunParameters p)
    {
        var operations = phase.Operations ?? long.MaxValue;
        var known = phase.Arrivals is { Rate: var rate } ? operations / rate
            : p.Simulated ? operations * Simulated(phase.Shares, p).TotalSeconds / Parallel(phase, p) : (double?)null;
        var seconds = known ?? (double)operations / AssumedRate;
        // A load is short, whatever the store: its guess decides nothing.
        if (known is null && phase.Name == PhaseNames.Load)
            return new ExpectedTime(seconds, IsLimit: false, IsAssumed: false);
        return phase.Duration is not { TotalSeconds: var limit } ? new ExpectedTime(seconds, false, known is null)
            : new ExpectedTime(Math.Min(limit, known ?? limit), IsLimit: known is null, IsAssumed: false);
    }

    private static TimeSpan Simulated(OperationShares shares, RunParameters p)
    {
        var kibibytes = Math.Max(1, p.DataSizes.Average() / 1024);
        var (read, write) = (p.SimulatedReadPerKibibyte * kibibytes, p.SimulatedWritePerKibibyte * kibibytes);
        return (read * (shares.Of(OperationKind.Read) + (shares.Of(OperationKind.Scan) * (p.ScanRowsMax + 1) / 2)))
            + (write * (shares.Of(OperationKind.Write) + shares.Of(OperationKind.Insert)))
            + ((read + write) * shares.Of(OperationKind.ReadModifyWrite));
    }

    private static long Parallel(PhaseSpecification phase, RunParameters p)
    {
        long slots = p.Clients * Math.Max(1, SimulatedTarget.PayloadBytesMax / p.DataSizes.Max());
        var items = phase.Keys == KeyChoice.Single ? p.Clients : p.Items;
        return Math.Min(phase.Outstanding, Math.Min(slots, items));
    }
}
