using System.Collections.Generic;
using System.Linq;
using SfPerf.Chaos.Checking;
using SfPerf.Chaos.Histories;
using Xunit;

namespace SfPerf.Chaos.Tests.Checking;

public sealed class OutageTests
{
    private const long Millisecond = 1_000_000;

    [Fact]
    public void A_gap_lies_between_two_successes_and_a_failover_ends_with_a_call_begun_after_the_fault()
    {
        Operation[] operations =
        [
            Read(0, 10), Read(12, 20), Read(21, 125), Read(130, 140), Read(135, 240),
        ];
        FaultRecord[] faults =
        [
            new("kill-primary", "", 22 * Millisecond, 23 * Millisecond, [0]),
            new("kill-host", "", 24 * Millisecond, 25 * Millisecond, []),
            new("restart", "", 121 * Millisecond, 122 * Millisecond, [0]),
            new("kill-primary", "", 300 * Millisecond, 301 * Millisecond, [0]),
        ];

        var outages = Outages.Of(new(new(1, 1, 5, 1, 1, "kill", 4, 100), operations, faults, null));

        Assert.Equal([0.1, 0.105], outages.Gaps);
        // The read that was under way at the kill does not count: it may have been answered before.
        Assert.Equal([0.118], outages.Failovers);
        Assert.Equal([0.019], outages.Restarts);
    }

    [Fact]
    public void A_fault_that_another_one_joins_is_no_single_one()
    {
        var operations = Enumerable.Range(0, 20).Select(i => Read(1000 * i, 1000 * i + 10)).ToArray();
        FaultRecord[] faults =
        [
            Fault("kill-primary", 100), Fault("stop-host", 500), Fault("kill-node", 3500), Fault("kill-primary", 5400),
            Fault("stop-node", 9500), Fault("move-primary", 12500), Fault("kill-primary", 12600),
            new("kill-host", "", 11000 * Millisecond, 11000 * Millisecond, []) { Skipped = "nothing to kill" },
            Fault("restart", 16500),
        ];

        var outages = Outages.Of(new(new(1, 1, 20, 1, 1, "all", 4, 100), operations, faults, null));

        // The node's kill at 3.5 s is alone, 3 s after the pause; the kill at 5.4 s comes 1.9 s after it.
        Assert.Equal([0.51], outages.SingleFailovers);
        Assert.Equal(7, outages.Failovers.Count);
        _ = Assert.Single(outages.Restarts);
    }

    [Fact]
    public void A_fail_over_with_a_quorum_has_fewer_than_half_of_the_nodes_struck_around_it()
    {
        var operations = Enumerable.Range(0, 30).Select(i => Read(1000 * i, 1000 * i + 10)).ToArray();
        FaultRecord[] faults =
        [
            // Two of five nodes, one of them twice, and a move: three replicas can answer.
            Strike("kill-primary", 100, 1), Strike("fail-disk", 120, 2), Strike("stop-node", 130, 2),
            Fault("move-primary", 150),
            // Three of five.
            Strike("kill-primary", 10_200, 1), Strike("kill-host", 10_210, 2), Strike("kill-host", 10_220, 3),
            // The manager ends every process.
            Strike("kill-primary", 20_300, 1), Fault("kill-manager", 20_310),
        ];

        var outages = Outages.Of(new(new(1, 1, 5, 1, 1, "all", 4, 100), operations, faults, null));

        Assert.Equal([0.86, 0.88, 0.89, 0.91], outages.QuorumFailovers);
        Assert.Equal(8, outages.Failovers.Count);
        _ = Assert.Single(outages.Restarts);
    }

    [Fact]
    public void A_replica_that_was_not_ready_yet_cannot_be_part_of_the_quorum_however_long_ago_it_was_struck()
    {
        var operations = Enumerable.Range(0, 30).Select(i => Read(1000 * i, 1000 * i + 10)).ToArray();
        FaultRecord[] faults =
        [
            // Long ago, and two replicas are not back: with the primary's three of five are missing.
            Strike("kill-host", 1_000, 2), Strike("kill-host", 1_000, 3),
            Ready(Strike("kill-primary", 6_100, 1), 0, 1, 4),
            // All are back within a second.
            Strike("kill-host", 10_000, 2), Strike("kill-host", 10_000, 3),
            Ready(Strike("kill-primary", 10_800, 1), 0, 1, 2, 3, 4),
            // The status does not show yet what was struck 0.3 s before.
            Strike("kill-host", 20_000, 2), Strike("kill-host", 20_000, 3),
            Ready(Strike("kill-primary", 20_300, 1), 0, 1, 2, 3, 4),
        ];

        var outages = Outages.Of(new(new(1, 1, 5, 1, 1, "all", 4, 100), operations, faults, null));

        Assert.Contains(0.21, outages.QuorumFailovers);
        Assert.DoesNotContain(0.91, outages.QuorumFailovers);
        Assert.DoesNotContain(0.71, outages.QuorumFailovers);
        Assert.Contains(0.91, outages.Failovers);
        Assert.Contains(0.71, outages.Failovers);
    }

    [Fact]
    public void A_standstill_counts_from_its_end_and_leaves_no_quorum_to_what_it_meets()
    {
        var operations = Enumerable.Range(0, 20).Select(i => Read(1000 * i, 1000 * i + 10)).ToArray();
        FaultRecord[] faults =
        [
            new("freeze", "", 2_100 * Millisecond, 4_500 * Millisecond, [0]),
            Strike("kill-primary", 4_600, 1), Strike("kill-primary", 10_100, 1),
            // Nothing was served after this one.
            new("freeze", "", 18_000 * Millisecond, 19_900 * Millisecond, [0]),
        ];

        var outages = Outages.Of(new(new(1, 1, 5, 1, 1, "all", 4, 100), operations, faults, null));

        Assert.Equal([0.51], outages.Standstills);
        Assert.Equal([0.41, 0.91], outages.Failovers);
        Assert.Equal([0.91], outages.QuorumFailovers);
        Assert.Equal([0.91], outages.SingleFailovers);
        Assert.Empty(outages.Restarts);
    }

    [Fact]
    public void A_percentile_is_a_value_that_was_there()
    {
        double[] values = [1, 2, 3, 4];
        Assert.Equal(2, Outages.Percentile(values, 50));
        Assert.Equal(4, Outages.Percentile(values, 99));
        Assert.Null(Outages.Percentile([], 50));
    }

    private static FaultRecord Fault(string kind, long at) => new(kind, "", at * Millisecond, at * Millisecond, [0]);

    private static FaultRecord Strike(string kind, long at, int node) =>
        Fault(kind, at) with { Node = $"_Node_{node}" };

    private static FaultRecord Ready(FaultRecord fault, params int[] nodes) => fault with
    {
        Ready = new Dictionary<int, IReadOnlyList<string>> { [0] = [.. nodes.Select(n => $"_Node_{n}")] },
    };

    private static Operation Read(long begin, long end) =>
        new(begin, 0, 0, OperationKind.Read, begin * Millisecond, end * Millisecond, Outcome.Ok);
}
