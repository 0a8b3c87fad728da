using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Verification;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Verification;

public sealed class ScanLedgerTests
{
    // By rising key: items 4, 2, 0 in the first partition; 1, 3 in the second.
    private static readonly long[] Keys = [30, 110, 20, 120, 10];
    private readonly WriteLedger _ledger = Ledger(5);
    private readonly Dictionary<long, byte[]> _values = [];
    private readonly ScanLedger _scans;
    private long _sequence;

    public ScanLedgerTests()
    {
        _scans = new ScanLedger(_ledger, Keys, [(0, 99), (100, 199)]);
        foreach (var item in new[] { 0, 1, 2, 3, 4 })
            Write(item);
    }

    [Theory]
    [InlineData(4, 3, "10 20 30")]
    [InlineData(4, 9, "10 20 30")]
    [InlineData(4, 2, "10 20")]
    [InlineData(2, 9, "20 30")]
    [InlineData(1, 2, "110 120")]
    [InlineData(3, 1, "120")]
    public void What_a_scan_should_return_is_accepted(int item, int rows, string keys) =>
        Assert.Null(Judge(item, rows, keys));

    [Theory]
    [InlineData(4, 3, "10 30", ErrorKind.Lost)]
    [InlineData(4, 3, "10 20", ErrorKind.Lost)]
    [InlineData(4, 2, "10 30", ErrorKind.Lost)]
    [InlineData(2, 1, "30", ErrorKind.Lost)]
    [InlineData(4, 3, "", ErrorKind.Lost)]
    [InlineData(4, 3, "10 30 20", ErrorKind.Corrupt)]
    [InlineData(4, 3, "10 10 20", ErrorKind.Corrupt)]
    [InlineData(2, 3, "10 20 30", ErrorKind.Corrupt)]
    [InlineData(0, 3, "30 110 120", ErrorKind.Corrupt)]
    [InlineData(4, 2, "10 20 30", ErrorKind.Corrupt)]
    public void A_scan_that_leaves_out_or_returns_what_it_must_not_is_refused(
        int item, int rows, string keys, string kind) => Assert.Equal(kind, Judge(item, rows, keys));

    [Fact]
    public void A_row_with_the_value_of_another_key_is_corrupt_and_one_overtaken_is_stale()
    {
        var old = _values[20];
        Write(2);
        var current = _values[20];
        _values[20] = old;
        Assert.Equal(ErrorKind.Stale, Judge(4, 3, "10 20 30"));
        _values[20] = _values[30];
        Assert.Equal(ErrorKind.Corrupt, Judge(4, 3, "10 20 30"));
        _values[20] = current;
        Assert.Null(Judge(4, 3, "10 20 30"));
    }

    [Fact]
    public void An_item_written_after_the_scan_began_may_be_there_or_not()
    {
        var ledger = Ledger(3);
        var scans = new ScanLedger(ledger, [10, 20, 30], [(0, 99)]);
        var first = ledger.BeginWrite(0, 1);
        byte[] value = [.. first.Payload];
        ledger.Acknowledge(first);
        var scan = scans.BeginScan(0, 2);
        var late = ledger.BeginWrite(1, 2);
        byte[] lateValue = [.. late.Payload];
        ledger.Acknowledge(late);
        scans.Check(scan, [new(10, value)]);
        scans.Check(scan, [new(10, value), new(20, lateValue)]);
    }

    [Fact]
    public void Rows_of_keys_of_others_take_places_of_the_scan_and_are_not_judged()
    {
        _values[15] = [1];
        _values[25] = [2];
        Assert.Null(Judge(4, 3, "10 15 20"));
        Assert.Null(Judge(4, 9, "10 15 20 25 30"));
        Assert.Equal(ErrorKind.Lost, Judge(4, 3, "10 15 25"));
    }

    private static WriteLedger Ledger(int items) =>
        new(new TargetSpecification(items, PayloadSizes.Fixed(64), 1), new Guid(1, 2, 3, new byte[8]));

    private void Write(int item)
    {
        var write = _ledger.BeginWrite(item, ++_sequence);
        _values[Keys[item]] = [.. write.Payload];
        _ledger.Acknowledge(write);
    }

    private string? Judge(int item, int rows, string keys)
    {
        var found = keys.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(long.Parse)
            .Select(key => KeyValuePair.Create(key, _values[key])).ToList();
        try
        {
            _scans.Check(_scans.BeginScan(item, rows), found);
            return null;
        }
        catch (LoadOperationException e)
        {
            return e.Kind;
        }
    }
}
