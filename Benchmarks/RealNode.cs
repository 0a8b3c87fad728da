using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication;

namespace SfPerf.Benchmarks;

/// <summary>Represents one process with the real replicator over a state that keeps nothing but a count.</summary>
internal static class RealNode
{
    private static readonly Guid Partition = new("5f0e4a0c-7a39-4a54-9f57-3d1f9c1a3f10");
    private static readonly Epoch Epoch = new(1, 1);

    /// <summary>Arguments: the folder, "secondary" or the secondaries' addresses, then the settings.</summary>
    internal static async Task RunAsync(string[] args)
    {
        var settings = new Settings(args[2..]);
        var host = await ReplicationHost.OpenAsync(
            new ReplicationHostOptions
            {
                DataFolder = args[0],
                CheckpointThresholdBytes = (long)settings.Number("checkpointMb", 64) << 20,
                Durability = settings.Fsync ? Durability.Fsync : Durability.ProcessCrash,
            },
            CancellationToken.None).ConfigureAwait(false);
        await using var _ = host.ConfigureAwait(false);
        var partitions = settings.Number("partitions", 1);
        var primary = args[1] != "secondary";
        var replicators = new Replicator[partitions];
        var states = new CountingState[partitions];
        for (var i = 0; i < partitions; i++)
        {
            states[i] = new CountingState();
            replicators[i] = host.CreateReplicator(PartitionOf(i), primary ? 1 : settings.Number("id", 2), states[i]);
            await replicators[i].OpenAsync(CancellationToken.None).ConfigureAwait(false);
        }
        if (!primary)
        {
            foreach (var replicator in replicators)
                await replicator.ChangeRoleAsync(Epoch, ReplicaRole.ActiveSecondary, default).ConfigureAwait(false);
            Console.WriteLine(host.Address);
            await ReportUntilInputEndsAsync(() => states.Sum(s => s.Count)).ConfigureAwait(false);
            return;
        }
        foreach (var replicator in replicators)
            await LeadAsync(replicator, args[1].Split(',')).ConfigureAwait(false);
        var record = new byte[settings.Bytes];
        var result = await Workload.RunAsync(settings.Outstanding, settings.Seconds, worker =>
        {
            var operation = new Operation();
            var log = replicators[worker % partitions];
            return () => operation.Replicate(log, record);
        }, tell: true).ConfigureAwait(false);
        Console.WriteLine(result);
    }

    /// <summary>Answers each line with what was done since the line before, until the input ends.</summary>
    internal static async Task ReportUntilInputEndsAsync(Func<long> count)
    {
        var start = new Measurement.Start();
        var counted = count();
        while (await Console.In.ReadLineAsync().ConfigureAwait(false) is not null)
        {
            Console.WriteLine(start.End(count() - counted, null));
            (start, counted) = (new Measurement.Start(), count());
        }
    }

    /// <summary>
    /// One of several that are each the primary of every so many-th partition. Arguments: the folder, then the
    /// settings.
    /// </summary>
    internal static async Task RunMemberAsync(string[] args)
    {
        var settings = new Settings(args[1..]);
        var host = await ReplicationHost.OpenAsync(
            new ReplicationHostOptions
            {
                DataFolder = args[0],
                CheckpointThresholdBytes = (long)settings.Number("checkpointMb", 64) << 20,
                Durability = settings.Fsync ? Durability.Fsync : Durability.ProcessCrash,
            },
            CancellationToken.None).ConfigureAwait(false);
        await using var _ = host.ConfigureAwait(false);
        var id = settings.Number("id", 1);
        var replicators = new List<Replicator>();
        var own = new List<Replicator>();
        for (var i = 0; i < settings.Number("partitions", settings.Primaries); i++)
        {
            var primary = i % settings.Primaries + 1;
            if (primary != id && !Members.IsSecondary(settings, id, primary))
                continue;
            var replicator = host.CreateReplicator(PartitionOf(i), id, new CountingState());
            await replicator.OpenAsync(CancellationToken.None).ConfigureAwait(false);
            (primary == id ? own : replicators).Add(replicator);
        }
        foreach (var replicator in replicators)
            await replicator.ChangeRoleAsync(Epoch, ReplicaRole.ActiveSecondary, default).ConfigureAwait(false);
        await Members.MeetAsync(
            host.Address, settings,
            secondaries => Task.WhenAll(own.Select(r => LeadAsync(r, [.. secondaries])))).ConfigureAwait(false);
        var record = new byte[settings.Bytes];
        await Members.MeasureAsync(settings, worker =>
        {
            var operation = new Operation();
            var log = own[worker % own.Count];
            return () => operation.Replicate(log, record);
        }).ConfigureAwait(false);
    }

    private static Guid PartitionOf(int index)
    {
        var bytes = Partition.ToByteArray();
        bytes[0] = (byte)index;
        return new Guid(bytes);
    }

    /// <summary>Makes a replicator the primary over secondaries 2, 3, ... at these addresses.</summary>
    internal static Task LeadAsync(Replicator replicator, string[] addresses) =>
        LeadAsync(replicator, [.. addresses.Select((a, i) => (i + 2, a))]);

    private static async Task LeadAsync(Replicator replicator, (int Id, string Address)[] secondaries)
    {
        await replicator.ChangeRoleAsync(Epoch, ReplicaRole.Primary, CancellationToken.None).ConfigureAwait(false);
        replicator.UpdateCurrentReplicaSetConfiguration(new ReplicaSetConfiguration
        {
            Replicas =
                [.. secondaries.Select(s => new ReplicaInformation { Id = s.Id, ReplicatorAddress = s.Address })],
        });
        await replicator.WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode.QuorumAll, CancellationToken.None)
            .ConfigureAwait(false);
        while (replicator.WriteStatus != PartitionAccessStatus.Granted)
            await Task.Yield();
    }

    private sealed class Operation : ReplicationOperation
    {
        private readonly Waiter _waiter = new();

        internal ValueTask Replicate(Replicator replicator, byte[] record)
        {
            var task = _waiter.Start();
            replicator.Replicate(record, this);
            return task;
        }

        protected override void Complete(Exception? failure)
        {
            if (failure is not null)
                throw new InvalidOperationException("A write failed in a benchmark.", failure);
            _waiter.End();
        }
    }

    private sealed class CountingState : IReplicatedState
    {
        internal long Count { get; private set; }

        public void Apply(long lsn, ReadOnlyMemory<byte> record, ReplicationOperation? operation) => Count++;

        public ICheckpointSource CaptureCheckpoint() => new Empty();

        public Task RestoreAsync(Stream checkpoint, CancellationToken cancellationToken) => Task.CompletedTask;

        public void Reset() => Count = 0;

        private sealed class Empty : ICheckpointSource
        {
            public Task WriteAsync(Stream stream, CancellationToken cancellationToken) => Task.CompletedTask;

            public void Dispose()
            {
            }
        }
    }
}
