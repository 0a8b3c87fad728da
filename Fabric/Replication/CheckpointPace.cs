using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Spreads the writing of one large checkpoint, which would otherwise keep the log's flushes from the device for as
/// long as it takes. It follows the log: while that grows by a quarter of the state, the whole state is written, so
/// that the versions kept for the checkpoint take no more than that quarter. It begins when it is made; the writer
/// calls it.
/// </summary>
/// <param name="time">The clock.</param>
/// <param name="logged">Gets how many bytes of log were applied since the state was captured; any thread.</param>
/// <param name="isUrgent">Gets whether somebody waits for the checkpoint: it is then written at once.</param>
/// <param name="isLarge">Told, each time, that the checkpoint is one that is spread.</param>
internal sealed class CheckpointPace(TimeProvider time, Func<long> logged, Func<bool> isUrgent, Action? isLarge = null)
{
    /// <summary>The bytes written without a pause: a small checkpoint delays nobody.</summary>
    internal const long FreeBytes = 16 << 20;

    /// <summary>The bytes written for each byte of log.</summary>
    internal const int BytesPerLogByte = 4;

    /// <summary>The bytes written each second besides: a checkpoint ends although nothing is logged.</summary>
    internal const long BytesPerSecond = 64 << 20;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);
    private readonly long _start = time.GetTimestamp();

    /// <summary>Returns when more may be written.</summary>
    /// <param name="written">The bytes of the checkpoint written so far.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    internal async ValueTask WaitAsync(long written, CancellationToken cancellationToken)
    {
        if (written > FreeBytes)
            isLarge?.Invoke();
        while (written > Allowed() && !isUrgent())
            await Task.Delay(Interval, time, cancellationToken).ConfigureAwait(false);
    }

    private double Allowed() =>
        FreeBytes + (double)BytesPerLogByte * logged() + time.GetElapsedTime(_start).TotalSeconds * BytesPerSecond;
}
