using System;

namespace SfPerf.Fabric.Log;

/// <summary>Specifies how a shared log works. Immutable.</summary>
public sealed record LogOptions
{
    /// <summary>The bytes in front of each segment that describe it.</summary>
    public const int SegmentHeaderBytes = 4096;

    /// <summary>Gets whether a flush group waits for the device; otherwise the page cache is enough.</summary>
    public bool FlushToDevice { get; init; } = true;

    /// <summary>Gets the length of a segment's file. It is fixed when the log is created.</summary>
    /// <value>A multiple of 4096, at least 8192; 16 MiB unless set.</value>
    public int SegmentBytes
    {
        get;
        init => field = value >= 2 * SegmentHeaderBytes && value % SegmentHeaderBytes == 0
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "A multiple of 4096, at least 8192.");
    } = 16 << 20;

    /// <summary>
    /// Gets how many segments are made as soon as the log is opened, in the background: making one later competes
    /// with the flushes.
    /// </summary>
    /// <value>0 or more; 8 unless set.</value>
    public int InitialSegments
    {
        get;
        init => field = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "0 or more.");
    } = 8;

    /// <summary>Gets how many empty segments are kept ready ahead of need.</summary>
    /// <value>0 or more; 2 unless set. 0 creates each on the log thread when it is needed.</value>
    public int SpareSegments
    {
        get;
        init => field = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "0 or more.");
    } = 2;

    /// <summary>
    /// Gets the shortest time between the beginnings of two groups while several streams are busy; where groups hold
    /// many records it grows to twice as much. A flush that takes longer is never waited for.
    /// </summary>
    /// <value>0 to 10 ms; 250 us unless set. Without effect on Windows, which has no pauses that short.</value>
    public TimeSpan GroupSpacing
    {
        get;
        init => field = value >= TimeSpan.Zero && value <= TimeSpan.FromMilliseconds(10)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "0 to 10 ms.");
    } = TimeSpan.FromMicroseconds(250);

    /// <summary>Gets the clock that spaces the groups.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>
    /// Gets who is told, once and from any thread, that the log failed: nothing more is written or acknowledged.
    /// </summary>
    public Action<LogFaultedException>? Faulted { get; init; }

    /// <summary>
    /// Gets who is told, by the thread that writes a group, when all owners in the group were asked to send, and again
    /// when all were told of its flush: the place for what is better done once a group than once a stream.
    /// </summary>
    public Action? OwnersTold { get; init; }

    /// <summary>
    /// Gets whether the longest valid prefix is taken even where more had been durable: to save what is left of a copy
    /// of a corrupt log. The mark of the log must not be beside the copy.
    /// </summary>
    public bool Salvages { get; init; }

    /// <summary>Gets the longest payload of one record, in bytes.</summary>
    /// <value>1 to 1 GiB; 64 MiB unless set.</value>
    public int PayloadBytesMax
    {
        get;
        init => field = value is > 0 and <= 1 << 30
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "1 to 1 GiB.");
    } = 64 << 20;
}
