using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>A connection alone can neither raise a replica's epoch nor shut out the primaries to come.</summary>
public sealed class EpochBoundTests
{
    private const long Enormous = 1L << 62;
    private static readonly byte[] Secret = "0123456789abcdef"u8.ToArray();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1, Enormous)]
    [InlineData(Enormous, 1)]
    [InlineData(long.MaxValue, long.MaxValue)]
    [InlineData(1, 2)]
    public async Task A_Hello_with_an_epoch_that_was_never_announced_is_refused_and_changes_nothing(
        long dataLoss, long configuration)
    {
        await using var partition = await StartAsync(
            3, o => o with { ClusterSecret = Secret, EpochTimeout = TimeSpan.FromMilliseconds(50) });
        await partition.EverywhereAsync(await partition.WriteWhenReady("before"));
        var secondary = partition.Replicas[2];
        var before = secondary.Replicator.Progress;
        var peer = new Peer();
        using (var connection = await ConnectAsync(secondary, peer))
        {
            connection.TrySend(Frames.Hello(
                1, secondary.Replicator.PartitionId, 2, 1, new LogEpoch(dataLoss, configuration)));
            var reason = await peer.Closed.Task.WaitAsync(Limit, Token);
            Assert.Contains("was not announced here", reason.Message, StringComparison.Ordinal);
        }
        Assert.Equal(before.AcceptedEpoch, secondary.Replicator.Progress.AcceptedEpoch);
        await partition.EverywhereAsync(await partition.WriteWhenReady("after"));
        // Neither in memory nor on disk: it opens again, and another one becomes the primary.
        await partition.RestartAsync(2);
        await partition.PromoteAsync(3);
        await partition.EverywhereAsync(await partition.WriteWhenReady("after a failover"));
        Assert.Equal(["before", "after", "after a failover"], partition.Replicas[2].State.Records);
    }

    [Fact]
    public async Task Who_does_not_know_the_secret_cannot_say_Hello()
    {
        await using var partition = await StartAsync(3, o => o with { ClusterSecret = Secret });
        var secondary = partition.Replicas[2];
        var e = await Assert.ThrowsAsync<ConnectionClosedException>(() => ConnectAsync(
            secondary, new Peer(), Frames.Options(secondary.Host.Options with { ClusterSecret = null })));
        Assert.Contains("only members of the cluster", e.Message, StringComparison.Ordinal);
        await partition.EverywhereAsync(await partition.WriteWhenReady("all"));
    }

    [Fact]
    public async Task A_primary_that_was_told_sooner_than_its_secondary_waits_for_it()
    {
        await using var partition = await StartAsync(3, o => o with { EpochTimeout = Limit });
        await partition.EverywhereAsync(await partition.WriteWhenReady("before"));
        var epoch = new Epoch(1, partition.Epoch.ConfigurationNumber + 1);
        var next = partition.Replicas[2].Replicator;
        await next.ChangeRoleAsync(epoch, ReplicaRole.Primary, Token).WaitAsync(Limit, Token);
        next.UpdateCurrentReplicaSetConfiguration(partition.Configuration(2));
        var caughtUp = next.WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode.QuorumAll, Token);
        // The others have not heard of the epoch: nothing may count before they have.
        Assert.NotEqual(epoch, partition.Replicas[1].Replicator.Progress.AcceptedEpoch);
        Assert.False(caughtUp.IsCompleted);
        foreach (var id in new[] { 1, 3 })
        {
            await partition.Replicas[id].Replicator.ChangeRoleAsync(epoch, ReplicaRole.ActiveSecondary, Token)
                .WaitAsync(Limit, Token);
        }
        await caughtUp.WaitAsync(Limit, Token);
    }

    [Theory]
    [InlineData("record")]
    [InlineData("copy")]
    public async Task What_a_primary_sends_cannot_be_of_a_newer_epoch_than_its_own(string kind)
    {
        await using var partition = await StartAsync(3, o => o with { ClusterSecret = Secret });
        await partition.EverywhereAsync(await partition.WriteWhenReady("before"));
        var secondary = partition.Replicas[2];
        // The primary makes its own connection anew at once: one that comes between two frames replaces this one.
        string reason;
        do
            reason = await SpeakAsync(secondary, new LogEpoch(1, partition.Epoch.ConfigurationNumber), kind == "copy");
        while (IsReplaced(reason));
        Assert.Contains("cannot come from the primary of epoch", reason, StringComparison.Ordinal);
        await partition.EverywhereAsync(await partition.WriteWhenReady("after"));
        Assert.Equal(["before", "after"], secondary.State.Records);
    }

    private static bool IsReplaced(string reason) =>
        reason.Contains("a newer connection of the primary", StringComparison.Ordinal)
        || reason.Contains("came before Welcome", StringComparison.Ordinal);

    // Says what the primary of an epoch says, and sends something of a newer one; returns why the channel was closed.
    private static async Task<string> SpeakAsync(Replica secondary, LogEpoch epoch, bool isCopy)
    {
        var enormous = new LogEpoch(1, Enormous);
        var peer = new Peer();
        using var connection = await ConnectAsync(secondary, peer);
        var last = secondary.Replicator.Progress.LastLsn;
        List<byte[]> frames =
        [
            Frames.Hello(1, secondary.Replicator.PartitionId, 2, 1, epoch),
            Frames.Start(1, new(isCopy ? CatchUpMode.Full : CatchUpMode.None, last, "")),
        ];
        if (isCopy)
        {
            frames.Add(Frames.CopyBegin(1, new([new(enormous, 1)], last)));
        }
        else
        {
            var head = new byte[Frames.RecordHeadBytes];
            var record = new LogRecord(LogRecordType.Data, enormous, last + 1, last, 0, default);
            frames.Add(Frames.Address(Frames.RecordHead(head, record, last), 1).ToArray());
        }
        frames.ForEach(f => connection.TryQueue(f, default));
        connection.Flush();
        return (await peer.Closed.Task.WaitAsync(Limit, Token)).Message;
    }

    private static Task<Connection> ConnectAsync(Replica replica, Peer peer, ConnectionOptions? options = null) =>
        Connection.ConnectAsync(
            System.Net.IPEndPoint.Parse(replica.Host.Address), options ?? Frames.Options(replica.Host.Options), peer,
            Token).WaitAsync(Limit, Token);

    private sealed class Peer : IFrameHandler
    {
        internal TaskCompletionSource<ConnectionClosedException> Closed { get; } =
            new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
        {
            var reader = new FrameReader(frame.Span);
            if (reader.Type == FrameType.Close)
                Closed.TrySetResult(new ConnectionClosedException(reader.ReadText()));
        }

        public void OnFramesEnd(Connection connection)
        {
        }

        public void OnClosed(Connection connection, ConnectionClosedException reason) => Closed.TrySetResult(reason);
    }
}
