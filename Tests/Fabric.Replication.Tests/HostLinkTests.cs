using System;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>Many partitions between the same hosts, on one connection.</summary>
public sealed class HostLinkTests
{
    [Fact]
    public async Task All_partitions_of_two_hosts_share_one_connection_and_apply_without_another_write()
    {
        await using var hosts = await TestHosts.StartAsync(hosts: 3, partitions: 64);
        var link = await hosts.LinkToAsync(2);

        for (var round = 0; round < 5; round++)
            await Task.WhenAll(hosts.Partitions.Select((p, i) => p.WriteAsync($"{i} {round}")));

        // Nothing follows that could tell the secondaries what is committed.
        foreach (var partition in hosts.Partitions)
            await partition.SameEverywhereAsync();
        Assert.Equal(2, hosts.Hosts[0].Links.Count);
        Assert.Same(link, await hosts.LinkToAsync(2));
        Assert.All(hosts.Hosts.Skip(1), h => Assert.Equal(0, h.Links.Count));
    }

    [Fact]
    public async Task The_records_of_a_group_leave_in_fewer_sends_than_it_has_partitions()
    {
        const int Partitions = 32;
        await using var hosts = await TestHosts.StartAsync(
            hosts: 2, Partitions, o => o with { ReadLease = TimeSpan.FromMinutes(10) });
        foreach (var partition in hosts.Partitions)
            await partition.WriteAsync("before");
        var link = await hosts.LinkToAsync(2);
        using var hold = new ManualResetEventSlim();
        using var reached = new ManualResetEventSlim();
        hosts.Disks[0].Flushing = () =>
        {
            reached.Set();
            hold.Wait(Limit);
        };
        var first = hosts.Partitions[0].Start("alone");
        await Task.Run(() => reached.Wait(Limit));
        var before = link.Connection.WriteCount;

        var others = hosts.Partitions.Skip(1).Select(p => p.Start("together")).ToArray();
        hold.Set();
        await Task.WhenAll(others.Append(first).Select(o => o.Completed)).WaitAsync(Limit);

        Assert.InRange(link.Connection.WriteCount - before, 1, Partitions - 2);
    }

    [Fact]
    public async Task All_partitions_catch_up_after_their_connection_breaks()
    {
        await using var hosts = await TestHosts.StartAsync(hosts: 2, partitions: 16);
        using var stop = new CancellationTokenSource();
        using var limit = new CancellationTokenSource(Limit);
        var writers = hosts.Partitions.Select(async p =>
        {
            for (var i = 0; !stop.IsCancellationRequested || i < 20; i++)
                await p.WriteAsync($"{i}");
            return p;
        }).ToArray();

        for (var i = 0; i < 5; i++)
        {
            var before = hosts.Partitions[0].Primary.AppliedLsn;
            var link = await hosts.LinkToAsync(2);
            link.Close("the test cut it");
            while (hosts.Partitions.Any(p => p.Primary.AppliedLsn < before + 20))
            {
                limit.Token.ThrowIfCancellationRequested();
                await Task.Yield();
            }
        }
        await stop.CancelAsync();

        foreach (var writer in writers)
            await (await writer.WaitAsync(Limit)).SameEverywhereAsync();
        Assert.All(hosts.Partitions, p => Assert.Equal(0, p.States[1].Restores));
        Assert.Equal(1, hosts.Hosts[0].Links.Count);
    }

    [Fact]
    public async Task A_partition_that_is_copied_does_not_hold_up_another()
    {
        await using var hosts = await TestHosts.StartAsync(
            hosts: 2, partitions: 1, o => o with { CheckpointThresholdBytes = 64 << 10 });
        var busy = hosts.Partitions[0];
        var copied = await hosts.AddAsync();
        copied.Primary.UpdateCurrentReplicaSetConfiguration(new ReplicaSetConfiguration { Replicas = [] });
        var text = new string('x', 4000);
        for (var i = 0; i < 100; i++)
            await copied.WriteAsync(text);
        // The second time the log is cut.
        await copied.Primary.CheckpointAsync(default).WaitAsync(Limit);
        await copied.Primary.CheckpointAsync(default).WaitAsync(Limit);
        Assert.True(copied.Primary.GetCatchUpCapability() > 1);
        var restoring = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var restored = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        copied.States[1].Restoring = () =>
        {
            restoring.SetResult();
            return restored.Task;
        };

        var built = copied.Primary.BuildReplicaAsync(copied.Information(2), default);
        await restoring.Task.WaitAsync(Limit);
        for (var i = 0; i < 50; i++)
            await busy.WriteAsync($"{i}");
        await busy.SameEverywhereAsync();
        var last = await copied.WriteAsync("written meanwhile");
        Assert.False(built.IsCompleted);
        restored.SetResult();
        await built.WaitAsync(Limit);

        await copied.ConfigureAsync();
        await copied.WriteAsync("after");
        await copied.SameEverywhereAsync();
        Assert.Equal(1, copied.States[1].Restores);
        Assert.True(copied.Primary.AppliedLsn > last);
    }

    [Fact]
    public async Task A_partition_whose_service_is_slow_to_apply_does_not_hold_up_another()
    {
        await using var hosts = await TestHosts.StartAsync(hosts: 2, partitions: 4);
        using var hold = new ManualResetEventSlim();
        var slow = hosts.Partitions[0];
        slow.States[1].Applying = _ => hold.Wait(Limit);

        for (var i = 0; i < 50; i++)
            await Task.WhenAll(hosts.Partitions.Select(p => p.WriteAsync($"{i}")));
        foreach (var partition in hosts.Partitions.Skip(1))
            await partition.SameEverywhereAsync();
        Assert.Empty(slow.States[1].Records);

        hold.Set();
        await slow.SameEverywhereAsync();
    }

    [Fact]
    public async Task A_replica_that_is_not_there_disturbs_no_other()
    {
        await using var hosts = await TestHosts.StartAsync(hosts: 3, partitions: 4);
        var link = await hosts.LinkToAsync(2);
        var lonely = hosts.Partitions[0];

        await lonely.Replicators[1].CloseAsync(default).WaitAsync(Limit);
        using var limit = new CancellationTokenSource(Limit);
        while (lonely.Primary.Secondaries.Single(s => s.ReplicaId == 2).LastError?.Message
            .Contains("is not here", StringComparison.Ordinal) != true)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
        foreach (var partition in hosts.Partitions)
            await partition.WriteAsync("after");

        foreach (var partition in hosts.Partitions.Skip(1))
            await partition.SameEverywhereAsync();
        Assert.Null(link.Connection.CloseReason);
        Assert.Same(link, await hosts.LinkToAsync(2));
    }

    [Fact]
    public async Task A_secondary_that_lacks_more_than_its_window_catches_up_beside_others()
    {
        await using var hosts = await TestHosts.StartAsync(hosts: 2, partitions: 2);
        var busy = hosts.Partitions[0];
        var late = await hosts.AddAsync();
        late.Primary.UpdateCurrentReplicaSetConfiguration(new ReplicaSetConfiguration { Replicas = [] });
        var text = new string('x', 50_000);
        for (var i = 0; i < 100; i++)
            await late.WriteAsync($"{i} {text}");

        var built = late.Primary.BuildReplicaAsync(late.Information(2), default);
        for (var i = 0; i < 50; i++)
            await busy.WriteAsync($"{i}");
        await built.WaitAsync(Limit);

        await late.ConfigureAsync();
        await late.SameEverywhereAsync();
        await busy.SameEverywhereAsync();
        Assert.Equal(0, late.States[1].Restores);
    }
}
