using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Verification;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Verification;

public sealed class QueueLedgerTests
{
    [Theory]
    [InlineData(1024)]
    [InlineData(32)]
    public void Items_in_their_order_are_accepted_until_all_have_come_out(int bytes)
    {
        var ledger = Ledger(bytes);
        var items = Enumerable.Range(0, 3).Select(_ => EnqueueNow(ledger)).ToList();
        Assert.All(items, i => Assert.Equal(bytes, i.Length));
        Assert.All(items, i => Dequeue(ledger, i));
        Assert.False(ledger.TryBeginDequeue(out _));
    }

    [Fact]
    public void A_dequeue_begins_only_for_an_item_that_was_acknowledged()
    {
        var ledger = Ledger();
        var enqueue = ledger.BeginEnqueue(1);
        Assert.False(ledger.TryBeginDequeue(out _));
        ledger.Acknowledge(enqueue);
        Assert.True(ledger.TryBeginDequeue(out _));
        Assert.False(ledger.TryBeginDequeue(out _));
    }

    [Fact]
    public void A_queue_that_is_empty_too_early_has_lost_an_item()
    {
        var ledger = Ledger();
        EnqueueNow(ledger);
        Refuses(ledger, null, ErrorKind.Lost);
    }

    [Fact]
    public void An_item_comes_out_once()
    {
        var ledger = Ledger(hasOrder: false);
        var item = EnqueueNow(ledger);
        EnqueueNow(ledger);
        Dequeue(ledger, item);
        Refuses(ledger, item, ErrorKind.Duplicate);
    }

    [Fact]
    public void What_was_not_enqueued_here_is_corrupt()
    {
        var ledger = Ledger();
        var other = EnqueueNow(Ledger());
        var own = EnqueueNow(ledger);
        own[^1] ^= 1;
        EnqueueNow(ledger);
        EnqueueNow(ledger);
        Refuses(ledger, other, ErrorKind.Corrupt);
        Refuses(ledger, own, ErrorKind.Corrupt);
        Refuses(ledger, [1, 2, 3], ErrorKind.Corrupt);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void An_item_that_was_overtaken_is_out_of_order_where_there_is_one(bool hasOrder)
    {
        var ledger = Ledger(hasOrder: hasOrder);
        var (first, second) = (EnqueueNow(ledger), EnqueueNow(ledger));
        Dequeue(ledger, second);
        if (hasOrder)
            Refuses(ledger, first, ErrorKind.OutOfOrder);
        else
            Dequeue(ledger, first);
    }

    [Fact]
    public void Enqueues_that_overlapped_have_no_order()
    {
        var ledger = Ledger();
        var (one, two) = (ledger.BeginEnqueue(1), ledger.BeginEnqueue(2));
        var (first, second) = (one.Payload.ToArray(), two.Payload.ToArray());
        ledger.Acknowledge(two);
        ledger.Acknowledge(one);
        Dequeue(ledger, second);
        Dequeue(ledger, first);
    }

    [Fact]
    public void Dequeues_that_overlapped_have_no_order()
    {
        var ledger = Ledger();
        var (first, second) = (EnqueueNow(ledger), EnqueueNow(ledger));
        Assert.True(ledger.TryBeginDequeue(out var passed));
        Assert.True(ledger.TryBeginDequeue(out var passedToo));
        ledger.Check(passed, second);
        ledger.Check(passedToo, first);
    }

    [Fact]
    public void An_item_whose_enqueue_failed_may_come_out_late_but_once()
    {
        var ledger = Ledger();
        var failed = ledger.BeginEnqueue(1);
        ledger.Fail(failed);
        Dequeue(ledger, EnqueueNow(ledger));
        EnqueueNow(ledger);
        EnqueueNow(ledger);
        Dequeue(ledger, failed.Payload);
        Refuses(ledger, failed.Payload, ErrorKind.Duplicate);
    }

    [Fact]
    public void After_more_failures_than_are_remembered_an_overtaken_item_is_neither_right_nor_wrong()
    {
        var ledger = new QueueLedger(Specification(64), Guid.NewGuid(), hasOrder: true, failedMax: 1);
        ledger.Fail(ledger.BeginEnqueue(1));
        var forgotten = ledger.BeginEnqueue(2);
        ledger.Fail(forgotten);
        Dequeue(ledger, EnqueueNow(ledger));
        EnqueueNow(ledger);
        Refuses(ledger, forgotten.Payload, ErrorKind.Unverified);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    public void Any_order_that_the_calls_overlaps_allow_is_accepted(int seed)
    {
        // A queue that does what it is told at a random moment between the beginning and the end of a call.
        var random = new Random(seed);
        var ledger = Ledger();
        var (queue, enqueues) = (new Queue<byte[]>(), new List<(WriteTicket Ticket, bool Done)>());
        var dequeues = new List<(long Passed, byte[]? Taken)>();
        for (var (step, taken) = (0, 0); taken < 100_000; step++)
        {
            var i = random.Next(8);
            if (enqueues.Count < 8 && random.Next(3) == 0)
            {
                enqueues.Add((ledger.BeginEnqueue(step), false));
            }
            else if (i < enqueues.Count && !enqueues[i].Done)
            {
                queue.Enqueue([.. enqueues[i].Ticket.Payload]);
                enqueues[i] = (enqueues[i].Ticket, true);
            }
            else if (i < enqueues.Count)
            {
                ledger.Acknowledge(enqueues[i].Ticket);
                enqueues.RemoveAt(i);
            }
            else if (dequeues.Count < 8 && random.Next(2) == 0)
            {
                if (ledger.TryBeginDequeue(out var passed))
                    dequeues.Add((passed, null));
            }
            else if (i < dequeues.Count && dequeues[i].Taken is null)
            {
                dequeues[i] = (dequeues[i].Passed, queue.Dequeue());
            }
            else if (i < dequeues.Count)
            {
                ledger.Check(dequeues[i].Passed, dequeues[i].Taken);
                dequeues.RemoveAt(i);
                taken++;
            }
        }
    }

    private static TargetSpecification Specification(int bytes) => new(1, PayloadSizes.Fixed(bytes), 1);

    private static QueueLedger Ledger(int bytes = 64, bool hasOrder = true) =>
        new(Specification(bytes), Guid.NewGuid(), hasOrder);

    private static byte[] EnqueueNow(QueueLedger ledger)
    {
        var enqueue = ledger.BeginEnqueue(1);
        byte[] item = [.. enqueue.Payload];
        ledger.Acknowledge(enqueue);
        return item;
    }

    private static void Dequeue(QueueLedger ledger, byte[]? item)
    {
        Assert.True(ledger.TryBeginDequeue(out var passed));
        ledger.Check(passed, item);
    }

    private static void Refuses(QueueLedger ledger, byte[]? item, string kind) =>
        Assert.Equal(kind, Assert.Throws<LoadOperationException>(() => Dequeue(ledger, item)).Kind);
}
