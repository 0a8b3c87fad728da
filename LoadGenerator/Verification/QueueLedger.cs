using System;
using System.Collections.Generic;
using System.Threading;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Verification;

/// <summary>Makes the items of one queue that one driver alone uses, and judges what comes out of it. What holds:
/// <list type="bullet">
/// <item>An item comes out as it was enqueued, and once.</item>
/// <item>An item whose enqueue was acknowledged comes out before the queue is empty. A dequeue begins only while there
/// is an acknowledged item for it, so that an empty answer says that one is lost.</item>
/// <item>In a queue with an order: if the enqueue of A had been acknowledged before that of B began, then A does not
/// come out of a dequeue that began after B had come out.</item>
/// </list>
/// Enqueues that failed may have taken effect or not, and dequeues that failed may have taken an item. Both are
/// allowed for; an item that more than one dequeue took is not. All members may be called concurrently.</summary>
public sealed class QueueLedger
{
    private readonly Lock _gate = new();
    private readonly PayloadContent _content;
    private readonly BufferPool _buffers = new();
    private readonly PayloadSizes _sizes;
    private readonly int _seed;
    private readonly bool _hasOrder;
    private readonly int _failedMax;
    private readonly NumberSet _taken = new();   // guarded by _gate
    private readonly HashSet<long> _unsure = []; // guarded by _gate: enqueues that failed
    private WritesUnderWay _enqueues;            // guarded by _gate
    private bool _forgetsFailures;               // guarded by _gate
    private long _left;                          // guarded by _gate: acknowledged, and not asked for by a dequeue

    // Guarded by _gate. Every enqueue with a lower number had ended before one began whose item has come out.
    private long _passed;

    /// <summary>Makes the ledger of an empty queue.</summary>
    /// <param name="specification">The sizes, of 32 bytes or more, and the seed.</param>
    /// <param name="queueTag">Tells this queue's items from those of any other queue and run.</param>
    /// <param name="hasOrder">Whether the queue promises an order.</param>
    public QueueLedger(TargetSpecification specification, Guid queueTag, bool hasOrder)
        : this(specification, queueTag, hasOrder, WriteLedger.FailedWritesMax)
    {
    }

    internal QueueLedger(TargetSpecification specification, Guid queueTag, bool hasOrder, int failedMax)
    {
        ArgumentNullException.ThrowIfNull(specification);
        (_sizes, _seed, _hasOrder, _failedMax) = (specification.Payload, specification.Seed, hasOrder, failedMax);
        _content = new PayloadContent(specification.Seed, queueTag);
    }

    /// <summary>Begins an enqueue and makes its item.</summary>
    /// <param name="sequence">Decides the item's size.</param>
    /// <returns>A ticket for exactly one <see cref="Acknowledge"/> or <see cref="Fail"/>.</returns>
    public WriteTicket BeginEnqueue(long sequence)
    {
        long version, endedBelow;
        int generation;
        lock (_gate)
            (version, endedBelow, generation) = _enqueues.Begin();
        var item = _buffers.Rent(Math.Max(PayloadContent.HeaderBytes, _sizes.Of(_seed, sequence)));
        // The item carries what its dequeue needs to judge the order.
        var lag = checked((int)(version - endedBelow));
        _content.Fill(item, lag, version);
        return new WriteTicket(lag, version, endedBelow, generation, item);
    }

    /// <summary>The store has acknowledged the enqueue; its buffer is used again.</summary>
    public void Acknowledge(in WriteTicket enqueue)
    {
        lock (_gate)
        {
            _enqueues.End(enqueue.Generation);
            _left++;
        }
        _buffers.Return(enqueue.Payload);
    }

    /// <summary>The enqueue failed and may or may not take effect. Its buffer is not used again: a transport may still
    /// hold it.</summary>
    public void Fail(in WriteTicket enqueue)
    {
        lock (_gate)
        {
            _enqueues.End(enqueue.Generation);
            if (_unsure.Count < _failedMax)
                _unsure.Add(enqueue.Version);
            else
                _forgetsFailures = true;
        }
    }

    /// <summary>Begins a dequeue if there is an acknowledged item that no other one was begun for.</summary>
    /// <param name="passed">For <see cref="Check"/>.</param>
    public bool TryBeginDequeue(out long passed)
    {
        lock (_gate)
        {
            passed = _passed;
            if (_left == 0)
                return false;
            _left--;
            return true;
        }
    }

    /// <summary>Judges what a dequeue returned. A dequeue that failed is not judged.</summary>
    /// <param name="passed">What <see cref="TryBeginDequeue"/> returned.</param>
    /// <param name="value">The item; null for an empty queue.</param>
    /// <exception cref="LoadOperationException">Kind Lost, Corrupt, Duplicate, OutOfOrder or
    /// Unverified.</exception>
    public void Check(long passed, byte[]? value)
    {
        if (value is null)
        {
            throw new LoadOperationException(ErrorKind.Lost,
                "The queue is empty; an item that was acknowledged has not come out.");
        }

        var version = _content.Read(value, out var lag);
        lock (_gate)
        {
            if (version < 1 || version > _enqueues.LastVersion)
            {
                throw new LoadOperationException(ErrorKind.Corrupt,
                    $"{value.Length} bytes came out that were not enqueued to this queue.");
            }

            if (!_taken.Add(version))
                throw new LoadOperationException(ErrorKind.Duplicate, $"Item {version} came out again.");
            _passed = Math.Max(_passed, version - lag);
            if (!_hasOrder || version >= passed || _unsure.Contains(version))
                return;
            throw _forgetsFailures
                ? new LoadOperationException(ErrorKind.Unverified,
                    $"Item {version} came out after one that was enqueued later. More than {_failedMax} enqueues "
                    + "failed, which are all that are remembered: this may be one of the others that took effect late.")
                : new LoadOperationException(ErrorKind.OutOfOrder,
                    $"Item {version} came out after one whose enqueue began when all below {passed} had ended.");
        }
    }
}
