using SfPerf.Chaos.Histories;

namespace SfPerf.Chaos.Checking;

/// <summary>A value on its way through a queue.</summary>
/// <param name="enqueue">What put it in.</param>
internal sealed class QueueItem(Operation enqueue)
{
    public Operation Enqueue { get; } = enqueue;

    /// <summary>Gets or sets what took it out; null while it is in the queue.</summary>
    public Operation? Dequeue { get; set; }

    /// <summary>Gets or sets its place in what remained at the end.</summary>
    public int? Remained { get; set; }

    /// <summary>Gets the time before which it was surely not taken.</summary>
    public long TakenFrom => Dequeue?.Begin ?? Operation.Never;

    /// <summary>Gets the time from which it was surely in the queue, or was taken already.</summary>
    public long InFrom => Enqueue.IsOk ? Enqueue.End : Operation.Never;
}
