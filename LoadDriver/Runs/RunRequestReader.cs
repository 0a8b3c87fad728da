using System;
using System.Collections.Generic;
using SfPerf.Contracts;
using SfPerf.Workload;

namespace SfPerf.LoadDriver.Runs;

/// <summary>Determines what a request means to the load generator.</summary>
internal static class RunRequestReader
{
    public static RunSpecification Specification(RunRequest request) => new()
    {
        Items = request.Specifications.NumItems,
        InsertsMax = request.Mixed?.NumInsertsMax ?? 0,
        ScanRowsMax = request.Mixed is { Scans: > 0 } mixed ? mixed.ScanRowsMax : 0,
        Payload = Payload(request),
        // Generators of one seed would otherwise choose and arrive in step.
        Seed = request.Seed + request.Generator,
        Generator = request.Generator,
    };

    /// <summary>A phase with what comes before it: a load if need be, and its warm-up.</summary>
    /// <exception cref="ArgumentException">The request has no such phase.</exception>
    public static List<PhaseSpecification> Phases(RunRequest request, string name)
    {
        var s = request.Specifications;
        var phase = name switch
        {
            PhaseNames.Mixed when request.Mixed is { } m => Phase(
                request, name, Shares(m), m.NumOperationsTotal, m.NumOutstandingOperations),
            PhaseNames.Write when request.Mixed is null => Phase(request, name, OperationShares.Writes,
                s.NumWriteOperationsTotal, s.NumOutstandingWriteOperations),
            PhaseNames.Read when request.Mixed is null => Phase(request, name, OperationShares.Reads,
                s.NumReadOperationsTotal, s.NumOutstandingReadOperations),
            _ => throw new ArgumentException($"Phase {name} is not one of this run; allowed: "
                + (request.Mixed is null ? $"{PhaseNames.Write}, {PhaseNames.Read}." : $"{PhaseNames.Mixed}."),
                nameof(name)),
        };
        return [.. Workload(request).Phases(phase, s.NumItems, request.WarmUpOperations, PhaseNames.WarmUp(name))];
    }

    /// <summary>The shares of a mixed phase.</summary>
    /// <exception cref="ArgumentException">They do not add up to 1.</exception>
    public static OperationShares Shares(MixedSpecification mixed) =>
        new(mixed.Reads, mixed.Updates, mixed.Inserts, mixed.ReadModifyWrites, mixed.Scans);

    /// <summary>The sizes of the values.</summary>
    /// <exception cref="ArgumentException">There is no such distribution.</exception>
    public static PayloadSizes Payload(RunRequest request) => request.DataSizes is not { Length: > 0 } sizes
        ? PayloadSizes.Fixed(request.Specifications.OperationDataSizeInBytes)
        : Enum.TryParse<SizeDistribution>(request.DataSizeDistribution, out var distribution)
            ? PayloadSizes.Of(distribution, sizes)
            : throw new ArgumentException($"DataSizeDistribution = {request.DataSizeDistribution}; "
                + $"allowed: {string.Join(", ", Enum.GetNames<SizeDistribution>())}.");

    private static WorkloadShape Workload(RunRequest request) => new()
    {
        Keys = RunRequestCheck.KeyChoiceOf(request.Keys),
        WriteRate = request.WriteRate,
        ReadRate = request.ReadRate,
        IsMixed = request.Mixed is not null,
        MixedRate = request.Mixed?.Rate ?? 0,
        Poisson = request.PoissonArrivals,
        Duration = request.PhaseSecondsMax > 0 ? TimeSpan.FromSeconds(request.PhaseSecondsMax) : null,
    };

    private static PhaseSpecification Phase(
        RunRequest request, string name, OperationShares shares, long operations, int outstanding) => new()
        {
            Name = name, Shares = shares, Operations = operations, Outstanding = outstanding,
            OperationTimeout = TimeSpan.FromMilliseconds(request.OperationTimeoutMilliseconds),
        };
}
