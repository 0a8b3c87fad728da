using System;
using System.Collections.Generic;
using SfPerf.Client.Parameters;
using SfPerf.Contracts;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Workloads;

namespace SfPerf.Client.Runs;

/// <summary>What each generator is to do: its share of every count, the remainder to the first ones.</summary>
internal static class WorkShare
{
    /// <summary>Returns the whole run, before it is shared out.</summary>
    public static RunSpecification Whole(RunParameters p) => new()
    {
        Items = p.Items,
        Payload = PayloadSizes.Fixed(p.DataBytes),
        Seed = p.Seed,
        Phases = [.. Phases(p)],
    };

    /// <summary>Returns the share of one generator as it travels to a load driver.</summary>
    public static RunRequest Request(RunParameters p, int generator, string service)
    {
        return new RunRequest
        {
            Target = TargetNames.SfDictionary,
            ServiceName = service,
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

        long Share(long total) => (total / p.Clients) + (generator < total % p.Clients ? 1 : 0);
    }

    private static IEnumerable<PhaseSpecification> Phases(RunParameters p)
    {
        if (p.Writes > 0)
            foreach (var phase in Phase(p, PhaseNames.Write, 0, p.Writes, p.OutstandingWrites))
                yield return phase;
        if (p.Reads > 0)
            foreach (var phase in Phase(p, PhaseNames.Read, 1, p.Reads, p.OutstandingReads))
                yield return phase;
    }

    private static IEnumerable<PhaseSpecification> Phase(
        RunParameters p, string name, double readShare, long operations, int outstanding)
    {
        var phase = new PhaseSpecification
        {
            Name = name, ReadShare = readShare, Operations = operations, Outstanding = outstanding,
            OperationTimeout = p.OperationTimeout,
        };
        return p.Workload.Phases(phase, p.Items, p.WarmUpOperations, PhaseNames.WarmUp(name));
    }
}
