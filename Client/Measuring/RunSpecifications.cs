using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Contracts;
using SfPerf.Metrics.Results;
using SfPerf.Workload;

namespace SfPerf.Client.Measuring;

/// <summary>Turns the parameters of a run into the specification of the whole, and a part of it into what travels to a
/// load driver.</summary>
internal static class RunSpecifications
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
        var part = Whole(p).Part(generator, p.Clients);
        var (write, read) = (Phase(PhaseNames.Write), Phase(PhaseNames.Read));
        return new RunRequest
        {
            Target = p.TargetServiceType,
            ServiceName = service,
            Owner = $"{Environment.UserName} on {Environment.MachineName} (process {Environment.ProcessId})",
            NumActors = (int)WorkShare.Of(p.Actors, generator, p.Clients),
            Seed = p.Seed,
            Generator = generator,
            OperationTimeoutMilliseconds = (int)p.OperationTimeout.TotalMilliseconds,
            WarmUpOperations = WorkShare.Of(p.WarmUpOperations, generator, p.Clients),
            VerifyReads = p.VerifyReads,
            Keys = p.Workload.Keys.ToString(),
            WriteRate = write?.Arrivals?.Rate ?? 0,
            ReadRate = read?.Arrivals?.Rate ?? 0,
            PoissonArrivals = p.Workload.Poisson,
            PhaseSecondsMax = p.PhaseSecondsMax,
            DataSizes = [.. p.DataSizes],
            DataSizeDistribution = p.SizeDistribution.ToString(),
            Mixed = Phase(PhaseNames.Mixed) is { } mixed ? Mixed(mixed) : null,
            Specifications = new TestSpecifications
            {
                NumItems = part.Items,
                OperationDataSizeInBytes = p.DataBytes,
                NumWriteOperationsTotal = write?.Operations ?? 0,
                NumOutstandingWriteOperations = write?.Outstanding ?? 1,
                NumReadOperationsTotal = read?.Operations ?? 0,
                NumOutstandingReadOperations = read?.Outstanding ?? 1,
            },
        };

        PhaseSpecification? Phase(string name) => part.Phases.FirstOrDefault(f => f.Name == name);

        MixedSpecification Mixed(PhaseSpecification phase) => new()
        {
            NumOperationsTotal = phase.Operations ?? 0,
            NumOutstandingOperations = phase.Outstanding,
            Rate = phase.Arrivals?.Rate ?? 0,
            Reads = phase.Shares.Of(OperationKind.Read),
            Updates = phase.Shares.Of(OperationKind.Write),
            Inserts = phase.Shares.Of(OperationKind.Insert),
            ReadModifyWrites = phase.Shares.Of(OperationKind.ReadModifyWrite),
            Scans = phase.Shares.Of(OperationKind.Scan),
            ScanRowsMax = part.ScanRowsMax,
            NumInsertsMax = part.InsertsMax,
        };
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
