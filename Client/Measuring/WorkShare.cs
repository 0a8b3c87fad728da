using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Contracts;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Workloads;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Measuring;

/// <summary>What each generator is to do: its share of every count, the remainder to the first ones.</summary>
internal static class WorkShare
{
    /// <summary>Returns the whole run, before it is shared out.</summary>
    public static RunSpecification Whole(RunParameters p) => new()
    {
        Items = p.Items,
        InsertsMax = (int)p.InsertsMax,
        ScanRowsMax = p.ScanRowsMax,
        Payload = PayloadSizes.Of(p.SizeDistribution, [.. p.DataSizes]),
        Seed = p.Seed,
        Phases = [.. Phases(p)],
    };

    /// <summary>Returns the share of one generator as it travels to a load driver.</summary>
    public static RunRequest Request(RunParameters p, int generator, string service)
    {
        return new RunRequest
        {
            Target = p.TargetServiceType,
            ServiceName = service,
            NumActors = (int)Share(p.Actors),
            Seed = p.Seed,
            Generator = generator,
            OperationTimeoutMilliseconds = (int)p.OperationTimeout.TotalMilliseconds,
            WarmUpOperations = Share(p.WarmUpOperations),
            VerifyReads = p.VerifyReads,
            Keys = p.Workload.Keys.ToString(),
            WriteRate = p.Workload.WriteRate / p.Clients,
            ReadRate = p.Workload.ReadRate / p.Clients,
            PoissonArrivals = p.Workload.Poisson,
            PhaseSecondsMax = p.PhaseSecondsMax,
            DataSizes = [.. p.DataSizes],
            DataSizeDistribution = p.SizeDistribution.ToString(),
            Mixed = p.IsMixed ? Mixed() : null,
            Specifications = new TestSpecifications
            {
                NumItems = (int)Share(p.Items),
                OperationDataSizeInBytes = p.DataBytes,
                NumWriteOperationsTotal = Share(p.Writes),
                NumOutstandingWriteOperations = Math.Max(1, (int)Share(p.OutstandingWrites)),
                NumReadOperationsTotal = Share(p.Reads),
                NumOutstandingReadOperations = Math.Max(1, (int)Share(p.OutstandingReads)),
            },
        };

        MixedSpecification Mixed() => new()
        {
            NumOperationsTotal = Share(p.MixedOperations),
            NumOutstandingOperations = Math.Max(1, (int)Share(p.OutstandingMixed)),
            Rate = p.Workload.MixedRate / p.Clients,
            Reads = p.Shares.Of(OperationKind.Read),
            Updates = p.Shares.Of(OperationKind.Write),
            Inserts = p.Shares.Of(OperationKind.Insert),
            ReadModifyWrites = p.Shares.Of(OperationKind.ReadModifyWrite),
            Scans = p.Shares.Of(OperationKind.Scan),
            ScanRowsMax = p.ScanRowsMax,
            NumInsertsMax = (int)Share(p.InsertsMax),
        };

        long Share(long total) => (total / p.Clients) + (generator < total % p.Clients ? 1 : 0);
    }

    private static IEnumerable<PhaseSpecification> Phases(RunParameters p) => p.Phases.SelectMany(name => name switch
    {
        PhaseNames.Mixed => Phase(p, name, p.Shares, p.MixedOperations, p.OutstandingMixed),
        PhaseNames.Write => Phase(p, name, OperationShares.Writes, p.Writes, p.OutstandingWrites),
        _ => Phase(p, name, OperationShares.Reads, p.Reads, p.OutstandingReads),
    });

    private static IEnumerable<PhaseSpecification> Phase(
        RunParameters p, string name, OperationShares shares, long operations, int outstanding)
    {
        var phase = new PhaseSpecification
        {
            Name = name, Shares = shares, Operations = operations, Outstanding = outstanding,
            OperationTimeout = p.OperationTimeout,
        };
        return p.Workload.Phases(phase, p.Items, p.WarmUpOperations, PhaseNames.WarmUp(name));
    }
}
