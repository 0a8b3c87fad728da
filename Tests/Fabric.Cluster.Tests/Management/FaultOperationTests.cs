using System;
using SfPerf.Fabric.Cluster.Management.Faults;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

/// <summary>How far a fault is, by what is seen of its target.</summary>
public sealed class FaultOperationTests
{
    private static readonly DateTimeOffset End = new(2026, 1, 1, 0, 0, 10, TimeSpan.Zero);
    private static readonly FaultSight Whole = new(End, IsGone: false, Serves: true, IsComplete: true, 7);
    private static readonly FaultSight Down = Whole with { Serves = false, IsComplete = false };

    [Theory]
    [InlineData((int)FaultType.PartitionDataLoss)]
    [InlineData((int)FaultType.PartitionQuorumLoss)]
    [InlineData((int)FaultType.PartitionRestart)]
    public void A_fault_of_a_partition_is_completed_when_the_partition_serves_after_it(int type)
    {
        var fault = Of((FaultType)type);
        Assert.Equal(FaultState.Running, fault.Next(Down).State);
        Assert.Equal(FaultState.Completed, fault.Next(Whole).State);
        Assert.Equal(FaultState.Faulted, fault.Next(Down with { IsGone = true }).State);
        Assert.Equal(FaultState.Completed, fault.Next(Whole).Next(Down with { IsGone = true }).State);
    }

    [Fact]
    public void What_has_not_happened_yet_is_not_completed_though_the_partition_serves()
    {
        Assert.Equal(FaultState.Running, Of(FaultType.PartitionDataLoss).Next(Whole with { DataLossNumber = 6 }).State);
        Assert.Equal(FaultState.Running,
            Of(FaultType.PartitionQuorumLoss).Next(Whole with { Now = End.AddSeconds(-1) }).State);
        Assert.Equal(FaultState.Running, Of(FaultType.PartitionRestart).Next(Whole with { IsComplete = false }).State);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_transition_is_completed_when_the_node_is_as_asked(bool stops)
    {
        var fault = Of(FaultType.NodeTransition) with { Stops = stops };
        var (up, down) = (Whole with { Now = End.AddSeconds(-1) }, Down with { Now = End.AddSeconds(-1) });
        Assert.Equal(FaultState.Running, fault.Next(stops ? up : down).State);
        Assert.Equal(FaultState.Completed, fault.Next(stops ? down : up).State);
    }

    [Fact]
    public void A_stop_that_is_over_is_completed_though_nobody_looked_while_the_node_was_down()
    {
        var stop = Of(FaultType.NodeTransition) with { Stops = true };
        Assert.Equal(FaultState.Completed, stop.Next(Whole).State);
        Assert.Equal(FaultState.Running, (stop with { Stops = false }).Next(Down).State);
    }

    [Fact]
    public void A_cancelled_fault_is_cancelled_when_its_target_serves()
    {
        var fault = Of(FaultType.PartitionQuorumLoss) with { State = FaultState.RollingBack };
        Assert.Equal(FaultState.RollingBack, fault.Next(Down).State);
        Assert.Equal(FaultState.Cancelled, fault.Next(Whole).State);
        Assert.Equal(FaultState.Faulted, fault.Next(Down with { IsGone = true }).State);
        Assert.Equal(FaultState.ForceCancelled,
            (fault with { State = FaultState.ForceCancelled }).Next(Whole).State);
    }

    private static FaultOperation Of(FaultType type) =>
        new() { Id = Guid.NewGuid(), Type = type, DataLossNumber = 6, Until = End };
}
