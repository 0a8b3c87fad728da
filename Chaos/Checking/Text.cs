using System.Globalization;
using SfPerf.Chaos.Histories;

namespace SfPerf.Chaos.Checking;

/// <summary>Operations as people read them.</summary>
internal static class Text
{
    private const double NanosecondsPerMillisecond = 1e6;

    internal static string Of(Operation o) => What(o) + string.Create(CultureInfo.InvariantCulture,
        $" from {o.Begin / NanosecondsPerMillisecond:0.###} ms to ")
        + (o.End == Operation.Never ? "an unknown end" : string.Create(CultureInfo.InvariantCulture,
            $"{o.End / NanosecondsPerMillisecond:0.###} ms")) + $" by client {o.Process}";

    private static string What(Operation o) => o.Kind switch
    {
        OperationKind.Read => $"read {o.Result}",
        OperationKind.Write => $"write {o.Value}",
        OperationKind.CompareAndSet => $"compare-and-set {o.Second} to {o.Value}, held {o.Result}",
        OperationKind.Transfer => $"transfer {o.Value} from {o.Key} to {o.Second}",
        OperationKind.Enqueue or OperationKind.ConcurrentEnqueue => $"{HistoryFormat.Name(o.Kind)} {o.Value}",
        OperationKind.Dequeue or OperationKind.ConcurrentDequeue =>
            $"{HistoryFormat.Name(o.Kind)} {(o.Result is { } value ? value : "found it empty")}",
        _ => HistoryFormat.Name(o.Kind),
    };
}
