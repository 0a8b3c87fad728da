using System;
using System.Linq;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Verification;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Verification;

public sealed class WriteLedgerTests
{
    [Theory]
    [InlineData(1024)]
    [InlineData(32)]
    [InlineData(31)]
    [InlineData(8)]
    public void An_acknowledged_value_is_accepted_and_an_older_one_is_stale(int bytes)
    {
        var ledger = Ledger(bytes);
        var old = WriteNow(ledger);
        Accepts(ledger, old);
        var current = WriteNow(ledger);
        Accepts(ledger, current);
        Refuses(ledger, old, ErrorKind.Stale);
    }

    [Fact]
    public void An_acknowledged_value_that_is_gone_is_lost()
    {
        var ledger = Ledger();
        WriteNow(ledger);
        Refuses(ledger, null, ErrorKind.Lost);
    }

    [Fact]
    public void A_read_before_any_write_finds_nothing_to_measure()
    {
        Refuses(Ledger(), null, "Missing");
    }

    [Fact]
    public void Either_of_two_writes_that_overlapped_may_be_last()
    {
        var ledger = Ledger();
        var one = ledger.BeginWrite(0, 1);
        var two = ledger.BeginWrite(0, 2);
        var (first, second) = (one.Payload.ToArray(), two.Payload.ToArray());
        ledger.Acknowledge(one);
        ledger.Acknowledge(two);
        Accepts(ledger, first);
        Accepts(ledger, second);
        var third = WriteNow(ledger);
        Accepts(ledger, third);
        Refuses(ledger, first, ErrorKind.Stale);
        Refuses(ledger, second, ErrorKind.Stale);
    }

    [Fact]
    public void A_hot_item_that_is_never_idle_still_shows_stale_values()
    {
        var ledger = Ledger();
        var old = WriteNow(ledger);
        var open = ledger.BeginWrite(0, 2);
        for (var i = 0; i < 3; i++)
        {
            var next = ledger.BeginWrite(0, 3 + i);
            ledger.Acknowledge(open);
            open = next;
        }
        Refuses(ledger, old, ErrorKind.Stale);
    }

    [Fact]
    public void A_read_that_began_before_the_newer_write_ended_may_see_the_older_value()
    {
        var ledger = Ledger();
        var old = WriteNow(ledger);
        var floor = ledger.BeginRead(0);
        WriteNow(ledger);
        ledger.Check(0, floor, old);
    }

    [Fact]
    public void A_failed_write_may_still_take_effect_later()
    {
        var ledger = Ledger();
        var failed = ledger.BeginWrite(0, 1);
        ledger.Fail(failed);
        WriteNow(ledger);
        Accepts(ledger, failed.Payload);
    }

    [Fact]
    public void Once_more_writes_have_failed_than_are_remembered_an_older_value_is_said_to_be_unverified()
    {
        var ledger = new WriteLedger(new TargetSpecification(2, PayloadSizes.Fixed(100), 5),
            Guid.NewGuid(), failedWritesMax: 2);
        var old = WriteNow(ledger);
        var failed = Enumerable.Range(0, 3).Select(i => ledger.BeginWrite(0, i)).ToArray();
        foreach (var write in failed[..2])
            ledger.Fail(write);
        WriteNow(ledger);
        Refuses(ledger, old, ErrorKind.Stale);
        ledger.Fail(failed[2]);
        var current = WriteNow(ledger);
        Accepts(ledger, current);
        Accepts(ledger, failed[0].Payload);
        Refuses(ledger, failed[2].Payload, ErrorKind.Unverified);
        Refuses(ledger, old, ErrorKind.Unverified);
        Refuses(ledger, null, ErrorKind.Lost);
    }

    [Fact]
    public void Any_damaged_byte_is_found()
    {
        var ledger = Ledger(200);
        var value = WriteNow(ledger);
        for (var i = 0; i < value.Length; i++)
        {
            var damaged = (byte[])value.Clone();
            damaged[i] ^= 1;
            var e = Assert.Throws<LoadOperationException>(() => ledger.Check(0, ledger.BeginRead(0), damaged));
            Assert.Contains(e.Kind, new[] { ErrorKind.Corrupt, ErrorKind.Lost });
        }
        Refuses(ledger, value[..199], ErrorKind.Corrupt);
        Refuses(ledger, [], ErrorKind.Corrupt);
    }

    [Fact]
    public void The_value_of_another_item_is_corrupt()
    {
        var ledger = Ledger();
        WriteNow(ledger);
        var other = ledger.BeginWrite(1, 2);
        Refuses(ledger, other.Payload, ErrorKind.Corrupt);
    }

    [Fact]
    public void A_value_of_an_earlier_run_is_accepted_until_this_run_has_written()
    {
        var left = WriteNow(Ledger());
        var ledger = Ledger();
        Accepts(ledger, left);
        WriteNow(ledger);
        Refuses(ledger, left, ErrorKind.Lost);
    }

    [Fact]
    public void Writing_and_reading_allocates_nothing_once_warm()
    {
        var ledger = Ledger();
        var value = WriteNow(ledger);
        for (var i = 0; i < 100; i++)
            Cycle(ledger, value);
        var least = long.MaxValue;
        for (var round = 0; round < 5; round++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < 10_000; i++)
                Cycle(ledger, value);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.Equal(0, least);
    }

    private static void Cycle(WriteLedger ledger, byte[] value)
    {
        var write = ledger.BeginWrite(0, 1);
        write.Payload.CopyTo(value, 0);
        ledger.Acknowledge(write);
        ledger.Check(0, ledger.BeginRead(0), value);
    }

    private static WriteLedger Ledger(int bytes = 1024) =>
        new(new TargetSpecification(2, PayloadSizes.Fixed(bytes), 5), Guid.NewGuid());

    private static byte[] WriteNow(WriteLedger ledger)
    {
        var write = ledger.BeginWrite(0, 1);
        var value = write.Payload.ToArray();
        ledger.Acknowledge(write);
        return value;
    }

    private static void Accepts(WriteLedger ledger, byte[] value) => ledger.Check(0, ledger.BeginRead(0), value);

    private static void Refuses(WriteLedger ledger, byte[]? value, string kind) => Assert.Equal(kind,
        Assert.Throws<LoadOperationException>(() => ledger.Check(0, ledger.BeginRead(0), value)).Kind);
}
