using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication.Storage;
using Xunit;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>The replicas of a volatile service: a quorum in memory acknowledges, and no file is written.</summary>
public sealed class MemoryHostTests : IAsyncDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);
    private static readonly Epoch Epoch = new(1, 1);
    private readonly string _folder = Path.Combine(Path.GetTempPath(), "sfperf-" + Path.GetRandomFileName());
    private readonly Guid _partition = Guid.NewGuid();
    private readonly Dictionary<long, (ReplicationHost Host, Replicator Replicator, TestState State)> _replicas = [];

    [Fact]
    public async Task A_quorum_in_memory_acknowledges_and_nothing_is_written_to_the_disk()
    {
        await StartAsync(3);
        var written = await Task.WhenAll(Enumerable.Range(0, 500).Select(i => Write($"record {i}"))).WaitAsync(Limit);
        foreach (var (_, _, state) in _replicas.Values)
        {
            await state.ReachedAsync(written.Max()).WaitAsync(Limit);
            Assert.Equal(500, state.Records.Length);
        }
        Assert.False(Directory.Exists(_folder));
    }

    [Fact]
    public async Task The_log_stays_short_and_a_new_replica_is_built_from_a_copy_in_memory()
    {
        await StartAsync(2, thresholdBytes: 64 << 10);
        var text = new string('x', 1000);
        for (var i = 0; i < 40; i++)
        {
            await Task.WhenAll(Enumerable.Range(0, 50).Select(n => Write($"{i}/{n} {text}"))).WaitAsync(Limit);
        }
        // The last due checkpoint may still be on its way.
        using var limit = new CancellationTokenSource(Limit);
        while (_replicas[1].Replicator.GetCatchUpCapability() <= 1)
        {
            Assert.False(limit.IsCancellationRequested, "No checkpoint shortened the log.");
            await Task.Yield();
        }
        await OpenAsync(3, 64 << 10);
        await _replicas[3].Replicator.ChangeRoleAsync(Epoch, ReplicaRole.IdleSecondary, default).WaitAsync(Limit);
        await _replicas[1].Replicator.BuildReplicaAsync(Information(3), default).WaitAsync(Limit);
        await _replicas[3].Replicator.ChangeRoleAsync(Epoch, ReplicaRole.ActiveSecondary, default).WaitAsync(Limit);
        _replicas[1].Replicator.UpdateCurrentReplicaSetConfiguration(Configuration());
        await _replicas[3].State.ReachedAsync(await Write("after")).WaitAsync(Limit);
        Assert.Equal(_replicas[1].State.Records, _replicas[3].State.Records);
        Assert.Equal(1, _replicas[3].State.Restores);
        Assert.False(Directory.Exists(_folder));
    }

    [Theory]
    [InlineData("closed")]
    [InlineData("aborted")]
    public async Task A_replica_that_ended_leaves_nothing_in_the_log(string how)
    {
        await StartAsync(1);
        await Write("a");
        var (host, replicator, _) = _replicas[1];
        Assert.Single(host.Log.Streams);
        if (how == "closed")
            await replicator.CloseAsync(default).WaitAsync(Limit);
        else
            replicator.Abort();
        using var limit = new CancellationTokenSource(Limit);
        while (host.Log.Streams.Count > 0)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    [Fact]
    public async Task A_replica_that_was_here_before_is_lost()
    {
        await StartAsync(1);
        await Write("a");
        var (host, replicator, _) = _replicas[1];
        await replicator.CloseAsync(default).WaitAsync(Limit);
        var again = host.CreateReplicator(_partition, 1, new TestState(), new() { MustExist = true });
        await Assert.ThrowsAsync<ReplicaLostException>(() => again.OpenAsync(default)).WaitAsync(Limit);
    }

    [Fact]
    public async Task A_backup_is_refused()
    {
        await StartAsync(1);
        await Write("a");
        var refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => _replicas[1].Replicator.BackupAsync(null, default)).WaitAsync(Limit);
        Assert.Contains("in memory only", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_checkpoint_in_memory_is_read_as_it_was_written()
    {
        var blocks = new MemoryBlocks();
        var bytes = new byte[600_000];
        for (var i = 0; i < bytes.Length; i++)
            bytes[i] = (byte)(i * 31 >> 3);
        using (var writer = blocks.OpenWrite())
        {
            for (var i = 0; i < bytes.Length; i += 7000)
                writer.Write(bytes.AsSpan(i, Math.Min(7000, bytes.Length - i)));
        }
        Assert.Equal(bytes.Length, blocks.Length);
        using var reader = blocks.OpenRead();
        using var copy = new MemoryStream();
        reader.CopyTo(copy);
        Assert.Equal(bytes, copy.ToArray());
        Assert.Equal(0, reader.Read(new byte[10]));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var (host, _, _) in _replicas.Values)
            await host.DisposeAsync();
    }

    private async Task StartAsync(int replicas, long thresholdBytes = 64 << 20)
    {
        for (var id = 1; id <= replicas; id++)
            await OpenAsync(id, thresholdBytes);
        foreach (var (id, replica) in _replicas)
        {
            var role = id == 1 ? ReplicaRole.Primary : ReplicaRole.ActiveSecondary;
            await replica.Replicator.UpdateEpochAsync(Epoch, default).WaitAsync(Limit);
            await replica.Replicator.ChangeRoleAsync(Epoch, role, default).WaitAsync(Limit);
        }
        _replicas[1].Replicator.UpdateCurrentReplicaSetConfiguration(Configuration());
        await _replicas[1].Replicator.WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode.WriteQuorum, default)
            .WaitAsync(Limit);
        using var limit = new CancellationTokenSource(Limit);
        while (_replicas[1].Replicator.WriteStatus != PartitionAccessStatus.Granted)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private async Task OpenAsync(long id, long thresholdBytes)
    {
        var host = await ReplicationHost.OpenAsync(
            new()
            {
                DataFolder = _folder, Durability = Durability.Memory, CheckpointThresholdBytes = thresholdBytes,
            }, CancellationToken.None);
        var state = new TestState();
        var replicator = host.CreateReplicator(_partition, id, state);
        await replicator.OpenAsync(default).WaitAsync(Limit);
        _replicas.Add(id, (host, replicator, state));
    }

    private Task<long> Write(string record)
    {
        var operation = new TestOperation();
        _replicas[1].Replicator.Replicate(System.Text.Encoding.UTF8.GetBytes(record), operation);
        return operation.Completed.WaitAsync(Limit);
    }

    private ReplicaSetConfiguration Configuration() => new()
    {
        Replicas = [.. _replicas.Keys.Where(id => id != 1).Select(Information)],
    };

    private ReplicaInformation Information(long id) => new()
    {
        Id = id, ReplicatorAddress = _replicas[id].Host.Address, Status = ReplicaStatus.Up,
    };
}
