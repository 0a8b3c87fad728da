using System;
using SfPerf.Contracts;

namespace SfPerf.LoadDriver.Runs;

/// <summary>Checks what came over the wire: the client's own checks are no reason to trust it.</summary>
internal static class RunRequestCheck
{
    private const int BytesMaximum = 4_000_000;
    private const int ItemsMaximum = 10_000_000;
    private const int OutstandingMaximum = 65536;

    public static void ThrowIfInvalid(RunRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        var s = request.Specifications ?? throw new ArgumentException("The request has no specifications.");
        Check(s.NumItems, 1, ItemsMaximum, nameof(s.NumItems));
        Check(s.OperationDataSizeInBytes, 1, BytesMaximum, nameof(s.OperationDataSizeInBytes));
        Check(s.NumWriteOperationsTotal, 0, long.MaxValue, nameof(s.NumWriteOperationsTotal));
        Check(s.NumReadOperationsTotal, 0, long.MaxValue, nameof(s.NumReadOperationsTotal));
        Check(s.NumOutstandingWriteOperations, 1, OutstandingMaximum, nameof(s.NumOutstandingWriteOperations));
        Check(s.NumOutstandingReadOperations, 1, OutstandingMaximum, nameof(s.NumOutstandingReadOperations));
        Check(request.OperationTimeoutMilliseconds, 1, 3_600_000, nameof(request.OperationTimeoutMilliseconds));
        Check(request.WarmUpOperations, 0, long.MaxValue, nameof(request.WarmUpOperations));
    }

    private static void Check(long value, long minimum, long maximum, string name)
    {
        if (value < minimum || value > maximum)
            throw new ArgumentException($"{name} = {value}; allowed: {minimum} to {maximum}.");
    }
}
