using System;
using System.Collections.Generic;
using System.Fabric;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Tests;
using SfPerf.Fabric.Replication.Links;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>
/// Hosts in this process, each with a replica of every partition: replica n is on host n, counted from 1. The primaries
/// are on the first host.
/// </summary>
internal sealed class TestHosts : IAsyncDisposable
{
    private readonly string _folder = Path.Combine(Path.GetTempPath(), "sfperf-" + Path.GetRandomFileName());
    private readonly List<ReplicationHost> _hosts = [];

    internal static Epoch Epoch { get; } = new(1, 1);

    internal IReadOnlyList<ReplicationHost> Hosts => _hosts;

    internal List<FaultyStorage> Disks { get; } = [];

    internal List<Partition> Partitions { get; } = [];

    /// <summary>Opens hosts and partitions; each partition has all its replicas in its configuration.</summary>
    internal static async Task<TestHosts> StartAsync(
        int hosts, int partitions, Func<ReplicationHostOptions, ReplicationHostOptions>? configure = null)
    {
        var all = new TestHosts();
        for (var i = 1; i <= hosts; i++)
        {
            var disk = new FaultyStorage();
            all.Disks.Add(disk);
            var options = new ReplicationHostOptions
            {
                DataFolder = Path.Combine(all._folder, i.ToString(CultureInfo.InvariantCulture)),
                Log = new() { SegmentBytes = 1 << 20 },
            };
            all._hosts.Add(await ReplicationHost.OpenAsync(configure?.Invoke(options) ?? options, disk));
        }
        for (var i = 0; i < partitions; i++)
            await (await all.AddAsync()).ConfigureAsync();
        return all;
    }

    /// <summary>Opens a partition whose secondaries are idle and known to nobody.</summary>
    internal async Task<Partition> AddAsync()
    {
        var id = Guid.NewGuid();
        var states = _hosts.Select(_ => new TestState()).ToArray();
        var replicators = _hosts.Select((h, i) => h.CreateReplicator(id, i + 1, states[i])).ToArray();
        foreach (var replicator in replicators)
            await replicator.OpenAsync(default);
        foreach (var replicator in replicators.Skip(1))
            await replicator.ChangeRoleAsync(Epoch, ReplicaRole.IdleSecondary, default);
        await replicators[0].ChangeRoleAsync(Epoch, ReplicaRole.Primary, default);
        var partition = new Partition(this, replicators, states);
        Partitions.Add(partition);
        return partition;
    }

    /// <summary>The first host's connection to another one.</summary>
    internal async Task<HostLink> LinkToAsync(int host)
    {
        var links = Hosts[0].Links;
        var shared = links.Take(Hosts[host - 1].Address);
        try
        {
            return await shared.Link.WaitAsync(TestPartition.Limit);
        }
        finally
        {
            links.Release(shared);
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var host in _hosts)
            await host.DisposeAsync();
        if (Directory.Exists(_folder))
            Directory.Delete(_folder, recursive: true);
    }

    internal sealed record Partition(TestHosts Hosts, Replicator[] Replicators, TestState[] States)
    {
        internal Replicator Primary => Replicators[0];

        internal ReplicaInformation Information(int replica) => new()
        {
            Id = replica, ReplicatorAddress = Hosts.Hosts[replica - 1].Address, Status = ReplicaStatus.Up,
        };

        internal async Task ConfigureAsync(params int[] secondaries)
        {
            var members = secondaries.Length > 0 ? secondaries : [.. Enumerable.Range(2, Replicators.Length - 1)];
            foreach (var member in members)
                await Replicators[member - 1].ChangeRoleAsync(Epoch, ReplicaRole.ActiveSecondary, default);
            Primary.UpdateCurrentReplicaSetConfiguration(
                new ReplicaSetConfiguration { Replicas = [.. members.Select(Information)] });
            await Primary.WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode.QuorumAll, default)
                .WaitAsync(TestPartition.Limit);
        }

        internal TestOperation Start(string record)
        {
            var operation = new TestOperation();
            Primary.Replicate(Encoding.UTF8.GetBytes(record), operation);
            return operation;
        }

        /// <summary>Writes once the partition takes writes.</summary>
        internal async Task<long> WriteAsync(string record)
        {
            using var limit = new CancellationTokenSource(TestPartition.Limit);
            while (true)
            {
                try
                {
                    return await Start(record).Completed.WaitAsync(TestPartition.Limit);
                }
                catch (FabricTransientException)
                {
                    limit.Token.ThrowIfCancellationRequested();
                    await Task.Yield();
                }
            }
        }

        /// <summary>Ends when every replica has applied what its primary has, and holds the same.</summary>
        internal async Task SameEverywhereAsync()
        {
            foreach (var state in States)
                await state.ReachedAsync(Primary.AppliedLsn).WaitAsync(TestPartition.Limit);
            foreach (var state in States)
                Xunit.Assert.Equal(States[0].Records, state.Records);
        }
    }
}
