using System;
using System.Net;
using System.Net.Sockets;
using SfPerf.Fabric.Cluster.Nodes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Nodes;

/// <summary>Ports that nodes give their services: of several clusters at once, too.</summary>
public sealed class PortPoolTests
{
    // Outside the ranges of nodes, and of those that the system gives out.
    private const int First = 28_101;

    [Fact]
    public void Two_pools_never_give_the_same_port_though_nobody_listens_at_it_yet()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux");
        using var one = new PortPool(First, First + 3, new Random(1));
        using var other = new PortPool(First, First + 3, new Random(1));
        int[] taken = [one.Take(), other.Take(), one.Take(), other.Take()];
        Assert.Distinct(taken);
        Assert.Throws<InvalidOperationException>(() => other.Take());

        one.Return(taken[0]);
        Assert.Equal(taken[0], other.Take());
        one.Dispose();
        Assert.Equal(taken[2], other.Take());
    }

    [Fact]
    public void A_port_at_which_a_stranger_listens_is_passed_over()
    {
        using var stranger = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        stranger.Bind(new IPEndPoint(IPAddress.Loopback, First + 10));
        stranger.Listen();
        using var pool = new PortPool(First + 10, First + 11, new Random(1));
        Assert.Equal(First + 11, pool.Take());
        Assert.Throws<InvalidOperationException>(() => pool.Take());
    }
}
