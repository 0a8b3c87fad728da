using System;
using System.Collections.Generic;

namespace SfPerf.Workload;

/// <summary>Describes what one driver does in one run.</summary>
public sealed record RunSpecification
{
    /// <summary>Gets the number of items; at least 1.</summary>
    public int Items
    {
        get;
        init => field = value >= 1 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "at least 1");
    } = 1;

    /// <summary>Gets the number of items that inserts may add; 0 unless set.</summary>
    public int InsertsMax
    {
        get;
        init => field = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "0 or more");
    }

    /// <summary>Gets the most items a scan returns; 0, the default, for a run without scans.</summary>
    public int ScanRowsMax
    {
        get;
        init => field = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "0 or more");
    }

    /// <summary>Gets the sizes of the values; 1024 bytes unless set.</summary>
    public PayloadSizes Payload { get; init; } = PayloadSizes.Fixed(1024);

    /// <summary>Gets the number that keys, sizes, contents and arrivals are drawn from; 1 unless set.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>Gets the number of this driver among those of the run, from 0: evenly spaced arrivals of several
    /// drivers are shifted against each other by it, so that they do not come in bursts.</summary>
    public int Generator { get; init; }

    /// <summary>Gets the phases in order. Reads check items that were written before, so a write phase that covers all
    /// items comes first.</summary>
    public IReadOnlyList<PhaseSpecification> Phases { get; init; } = [];

    /// <summary>The original's run: a write phase, then a read phase, each in a closed loop over the items in
    /// turn.</summary>
    public static RunSpecification WriteThenRead(
        long writes, int outstandingWrites, long reads, int outstandingReads, int payloadBytes, int items) => new()
        {
            Items = items,
            Payload = PayloadSizes.Fixed(payloadBytes),
            Phases =
            [
                new() { Name = PhaseNames.Write, Operations = writes, Outstanding = outstandingWrites },
                new()
                {
                    Name = PhaseNames.Read, Shares = OperationShares.Reads, Operations = reads,
                    Outstanding = outstandingReads,
                },
            ],
        };

    /// <summary>The part of this run that one of several drivers does: totals, outstanding operations, rates and items
    /// are divided, and the first drivers take what remains, as the original does.</summary>
    /// <exception cref="ArgumentException">A part would have no item or nothing outstanding.</exception>
    public RunSpecification Part(int driver, int drivers)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)driver, (uint)drivers);
        var phases = new List<PhaseSpecification>(Phases.Count);
        foreach (var phase in Phases)
            phases.Add(phase.Part(driver, drivers));
        return this with
        {
            Items = WorkShare.OfNeeded(Items, driver, drivers, "items"),
            InsertsMax = (int)WorkShare.Of(InsertsMax, driver, drivers),
            Seed = Seed + driver,
            Generator = driver,
            Phases = phases,
        };
    }

    /// <summary>What the target must be ready for.</summary>
    public TargetSpecification Target() => new(Items + InsertsMax, Payload, Seed, ScanRowsMax);
}
