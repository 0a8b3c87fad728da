using System;
using System.Collections.Generic;
using SfPerf.Chaos.Histories;
using Xunit;

namespace SfPerf.Chaos.Tests.Histories;

public sealed class FormatTests
{
    private static readonly HistoryHead Head = new(7, 60, 5, 2, 16, "kill,stop", 10, 100);

    [Fact]
    public void A_history_is_read_as_it_was_written()
    {
        var done = new Operation(3, 4, 1, OperationKind.Balances, 10, 20, Outcome.Ok) { Result = 2, Values = [1, 2] };
        var open = new Operation(5, 6, 0, OperationKind.Transfer, 11, Operation.Never, Outcome.Unknown)
        {
            Key = 1, Second = 2, Value = 3, Error = "IOException: gone",
        };
        var fault = new FaultRecord("kill-host", "host of _Node_1", 1, 2, [0, 1])
        {
            Node = "_Node_1",
            Ready = new Dictionary<int, IReadOnlyList<string>> { [0] = ["_Node_1", "_Node_2"], [1] = [] },
        };
        var skipped = new FaultRecord("move-primary", "", 3, 3, []) { Skipped = "no other replica" };

        var read = HistoryFormat.Read([HistoryFormat.Line(Head), HistoryFormat.Line(done), HistoryFormat.Line(fault),
            HistoryFormat.Line(open), HistoryFormat.Line(skipped),
            HistoryFormat.Line(new HistoryTail(false, null, "partition 0"))]);

        Assert.Equal(Head, read.Head);
        Assert.Equal(new HistoryTail(false, null, "partition 0"), read.Tail);
        Assert.Equivalent(new[] { done, open }, read.Operations, strict: true);
        Assert.Equivalent(new[] { fault, skipped }, read.Faults, strict: true);
    }

    [Fact]
    public void A_history_that_was_cut_off_between_lines_has_no_end() =>
        Assert.Null(HistoryFormat.Read([HistoryFormat.Line(Head)]).Tail);

    [Theory]
    [InlineData("{\"id\":1", "Line 2")]
    [InlineData("{\"id\":1}", "Line 2")]
    [InlineData("{\"event\":\"party\"}", "party")]
    [InlineData("{\"event\":\"fault\",\"f\":\"restart\",\"target\":\"\",\"t0\":1,\"t1\":2,\"parts\":[0,1],"
        + "\"skipped\":null,\"ready\":[[]]}", "length")]
    public void A_line_that_is_not_understood_is_named(string line, string expected)
    {
        var failure = Assert.Throws<FormatException>(() => HistoryFormat.Read([HistoryFormat.Line(Head), line]));
        Assert.Contains(expected, failure.Message);
    }

    [Fact]
    public void A_file_without_its_first_line_is_refused() =>
        Assert.Throws<FormatException>(() => HistoryFormat.Read([]));
}
