using System;
using SfPerf.Contracts;
using SfPerf.Workload;

namespace SfPerf.LoadDriver.Runs;

/// <summary>Checks what came over the wire: the client's own checks are no reason to trust it.</summary>
internal static class RunRequestCheck
{
    private const int BytesMaximum = 4_000_000;
    private const int ItemsMaximum = 10_000_000;
    private const int OutstandingMaximum = 65536;
    private const double RateMaximum = 10_000_000;

    public static void ThrowIfInvalid(RunRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        var s = request.Specifications ?? throw new ArgumentException("The request has no specifications.");
        Check(s.NumItems, 1, ItemsMaximum, nameof(s.NumItems));
        Check(request.NumActors, 0, s.NumItems, nameof(request.NumActors));
        Check(s.OperationDataSizeInBytes, 1, BytesMaximum, nameof(s.OperationDataSizeInBytes));
        Check(s.NumWriteOperationsTotal, 0, long.MaxValue, nameof(s.NumWriteOperationsTotal));
        Check(s.NumReadOperationsTotal, 0, long.MaxValue, nameof(s.NumReadOperationsTotal));
        Check(s.NumOutstandingWriteOperations, 1, OutstandingMaximum, nameof(s.NumOutstandingWriteOperations));
        Check(s.NumOutstandingReadOperations, 1, OutstandingMaximum, nameof(s.NumOutstandingReadOperations));
        Check(request.OperationTimeoutMilliseconds, 1, 3_600_000, nameof(request.OperationTimeoutMilliseconds));
        Check(request.WarmUpOperations, 0, long.MaxValue, nameof(request.WarmUpOperations));
        Check(request.PhaseSecondsMax, 0, 86_400, nameof(request.PhaseSecondsMax));
        foreach (var size in request.DataSizes ?? [])
            Check(size, 1, BytesMaximum, nameof(request.DataSizes));
        RunRequestReader.Payload(request);
        if (request.Mixed is { } mixed)
        {
            Check(mixed.NumOperationsTotal, 0, long.MaxValue, nameof(mixed.NumOperationsTotal));
            Check(mixed.NumOutstandingOperations, 1, OutstandingMaximum, nameof(mixed.NumOutstandingOperations));
            Check(mixed.NumInsertsMax, 0, ItemsMaximum - s.NumItems, nameof(mixed.NumInsertsMax));
            RunRequestReader.Shares(mixed);
            if (mixed.Scans > 0)
            {
                Check(mixed.ScanRowsMax, 1, ScanLimits.RowsOf(RunRequestReader.Payload(request).Largest),
                    nameof(mixed.ScanRowsMax));
            }
        }

        foreach (var rate in new[] { request.WriteRate, request.ReadRate, request.Mixed?.Rate ?? 0 })
        {
            if (!(rate >= 0 && rate <= RateMaximum))
                throw new ArgumentException($"A rate of {rate} a second; allowed: 0 to {RateMaximum}.");
        }

        if (request.Keys is { } keys && !Enum.IsDefined(KeyChoiceOf(keys)))
            throw new ArgumentException($"Keys = {keys}; allowed: {string.Join(", ", Enum.GetNames<KeyChoice>())}.");
    }

    public static KeyChoice KeyChoiceOf(string? name) =>
        name is null ? KeyChoice.Sequential : Enum.TryParse<KeyChoice>(name, out var keys) ? keys : (KeyChoice)(-1);

    private static void Check(long value, long minimum, long maximum, string name)
    {
        if (value < minimum || value > maximum)
            throw new ArgumentException($"{name} = {value}; allowed: {minimum} to {maximum}.");
    }
}
