using System;
using System.Linq;
using SfPerf.Fabric.Hosting;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>What the health says of a replica that failed to open.</summary>
public sealed class FailureTextTests
{
    [Fact]
    public void A_failure_is_told_with_its_causes()
    {
        var inner = new DllNotFoundException("There is no library.");
        Assert.Equal("DllNotFoundException: There is no library.", ReplicaController.TextOf(inner));
        Assert.Equal("InvalidOperationException: Outer. Because of DllNotFoundException: There is no library.",
            ReplicaController.TextOf(new InvalidOperationException("Outer.", inner)));
        // An AggregateException of one says nothing of its own.
        Assert.Equal("DllNotFoundException: There is no library.",
            ReplicaController.TextOf(new AggregateException(inner)));
    }

    [Fact]
    public void Of_a_long_chain_the_first_causes_are_told()
    {
        var failure = new InvalidOperationException("5");
        for (var i = 4; i >= 0; i--)
            failure = new InvalidOperationException($"{i}", failure);
        Assert.Equal("InvalidOperationException: 0"
            + string.Concat(new[] { 1, 2, 3, 4 }.Select(i => $" Because of InvalidOperationException: {i}")),
            ReplicaController.TextOf(failure));
    }
}
