using System.Collections.Generic;
using System.Linq;
using SfPerf.Chaos.Histories;

namespace SfPerf.Chaos.Checking;

/// <summary>A queue loses nothing, invents nothing and gives nothing twice; the reliable queue keeps the order.
/// </summary>
internal sealed class QueueCheck
{
    internal const string Once = "exactly once";
    internal const string Order = "first in, first out";

    private readonly int _partition;
    private readonly Findings _findings;
    private readonly Dictionary<long, QueueItem> _items = [];

    private QueueCheck(int partition, Findings findings) => (_partition, _findings) = (partition, findings);

    internal static void Run(History history, Findings findings, bool complete)
    {
        var receipts = history.Operations.Where(o => o.Kind == OperationKind.Receipt).ToLookup(o => o.Partition);
        foreach (var partition in history.Operations.GroupBy(o => o.Partition))
        {
            new QueueCheck(partition.Key, findings).Check(partition, receipts[partition.Key], complete,
                OperationKind.Enqueue, OperationKind.Dequeue, OperationKind.Remaining, ordered: true);
            new QueueCheck(partition.Key, findings).Check(partition, receipts[partition.Key], complete,
                OperationKind.ConcurrentEnqueue, OperationKind.ConcurrentDequeue, OperationKind.ConcurrentRemaining,
                ordered: false);
        }
    }

    private void Check(IEnumerable<Operation> operations, IEnumerable<Operation> receipts, bool complete,
        OperationKind enqueue, OperationKind dequeue, OperationKind remaining, bool ordered)
    {
        var all = operations.ToLookup(o => o.Kind);
        foreach (var o in all[enqueue].Where(o => o.Outcome != Outcome.Fail))
        {
            if (!_items.TryAdd(o.Value, new(o)))
                _findings.LeaveOpen($"Value {o.Value} was enqueued twice by the clients themselves.");
        }

        var dequeues = all[dequeue].ToList();
        foreach (var o in dequeues.Where(o => o is { IsOk: true, Result: not null }))
            Take(o, o.Result!.Value);
        if (complete)
        {
            TakeByReceipt(dequeues, receipts);
            Remain(all[remaining].SelectMany(o => o.Values ?? []));
            foreach (var item in _items.Values.Where(
                i => i is { Dequeue: null, Remained: null } && i.Enqueue.IsOk))
            {
                _findings.Break(Once, _partition, $"Value {item.Enqueue.Value} is lost: acknowledged by operation "
                    + $"{item.Enqueue.Id} ({Text.Of(item.Enqueue)}), neither dequeued nor in the queue.");
            }
        }

        if (!ordered)
            return;
        // Without receipts, a dequeue of unknown outcome may have taken any value that seems to be in the queue.
        var resolved = complete ? _items.Values.ToList() : [.. _items.Values.Where(i => i.Dequeue is not null)];
        CheckOrder(resolved);
        if (complete)
            CheckEmpty(resolved, dequeues.Where(o => o is { IsOk: true, Result: null }));
    }

    private void Take(Operation dequeue, long value)
    {
        if (!_items.TryGetValue(value, out var item))
        {
            _findings.Break(Once, _partition,
                $"Operation {dequeue.Id} ({Text.Of(dequeue)}) gave a value that nobody enqueued.");
        }
        else if (item.Dequeue is { } first)
        {
            _findings.Break(Once, _partition, $"Value {value} was dequeued twice: by operation {first.Id} "
                + $"({Text.Of(first)}) and by operation {dequeue.Id} ({Text.Of(dequeue)}).");
        }
        else if (dequeue.End < item.Enqueue.Begin)
        {
            _findings.Break(Once, _partition, $"Value {value} was dequeued by operation {dequeue.Id} "
                + $"({Text.Of(dequeue)}) before its enqueue began.");
        }
        else
        {
            item.Dequeue = dequeue;
        }
    }

    private void TakeByReceipt(List<Operation> dequeues, IEnumerable<Operation> receipts)
    {
        var byId = dequeues.ToDictionary(o => o.Id);
        var left = new HashSet<long>();
        foreach (var receipt in receipts.Where(r => byId.ContainsKey(r.Key)))
        {
            var dequeue = byId[receipt.Key];
            left.Add(dequeue.Id);
            if (dequeue.Outcome == Outcome.Unknown)
            {
                Take(dequeue, receipt.Result ?? Operation.Absent);
            }
            else if (dequeue.Outcome == Outcome.Fail || dequeue.Result != receipt.Result)
            {
                _findings.Break(Once, _partition, $"Operation {dequeue.Id} ({Text.Of(dequeue)}, {dequeue.Outcome}) "
                    + $"left the receipt of {receipt.Result}.");
            }
        }

        foreach (var dequeue in dequeues.Where(o => o is { IsOk: true, Result: not null } && !left.Contains(o.Id)))
        {
            _findings.Break(Once, _partition, $"Operation {dequeue.Id} ({Text.Of(dequeue)}) was acknowledged, "
                + "and the receipt of its transaction is lost.");
        }
    }

    private void Remain(IEnumerable<long> values)
    {
        var place = 0;
        foreach (var value in values)
        {
            if (!_items.TryGetValue(value, out var item))
            {
                _findings.Break(Once, _partition, $"The queue holds {value}, which nobody enqueued.");
            }
            else if (item.Dequeue is { } dequeue)
            {
                _findings.Break(Once, _partition, $"The queue still holds {value}, which operation {dequeue.Id} "
                    + $"({Text.Of(dequeue)}) took.");
            }
            else if (item.Remained is not null)
            {
                _findings.Break(Once, _partition, $"The queue holds {value} twice.");
            }
            else
            {
                item.Remained = place;
            }

            place++;
        }
    }

    // A value that was in before another's enqueue began must not leave after that other one.
    private void CheckOrder(List<QueueItem> items)
    {
        var byIn = items.Where(i => i.InFrom != Operation.Never).OrderBy(i => i.InFrom).ToList();
        QueueItem? last = null;
        var furthest = -1;
        QueueItem? furthestItem = null;
        var entered = 0;
        foreach (var item in items.OrderBy(i => i.Enqueue.Begin))
        {
            for (; entered < byIn.Count && byIn[entered].InFrom < item.Enqueue.Begin; entered++)
            {
                var earlier = byIn[entered];
                if (last is null || earlier.TakenFrom > last.TakenFrom)
                    last = earlier;
                if (earlier.Remained > furthest)
                    (furthest, furthestItem) = (earlier.Remained.Value, earlier);
            }

            if (last is not null && item.Dequeue is { } dequeue && dequeue.End < last.TakenFrom)
            {
                _findings.Break(Order, _partition, $"Value {item.Enqueue.Value} was dequeued by operation {dequeue.Id} "
                    + $"({Text.Of(dequeue)}) before {last.Enqueue.Value}, which operation {last.Enqueue.Id} "
                    + $"({Text.Of(last.Enqueue)}) had enqueued earlier.");
            }

            if (item.Remained < furthest)
            {
                _findings.Break(Order, _partition, $"The queue holds {item.Enqueue.Value} before "
                    + $"{furthestItem!.Enqueue.Value}, which had been enqueued earlier.");
            }
        }
    }

    private void CheckEmpty(List<QueueItem> items, IEnumerable<Operation> empties)
    {
        var byIn = items.Where(i => i.InFrom != Operation.Never).OrderBy(i => i.InFrom).ToList();
        QueueItem? last = null;
        var entered = 0;
        foreach (var empty in empties.OrderBy(o => o.Begin))
        {
            for (; entered < byIn.Count && byIn[entered].InFrom < empty.Begin; entered++)
            {
                if (last is null || byIn[entered].TakenFrom > last.TakenFrom)
                    last = byIn[entered];
            }

            if (last is not null && empty.End < last.TakenFrom)
            {
                _findings.Break(Order, _partition, $"Operation {empty.Id} ({Text.Of(empty)}) found the queue empty, "
                    + $"though {last.Enqueue.Value} was in it.");
            }
        }
    }
}
