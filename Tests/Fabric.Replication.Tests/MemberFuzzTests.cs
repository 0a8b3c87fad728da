using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;
using SfPerf.ServiceModel.Tests.Fuzz;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

#pragma warning disable CA5394 // Chance is reproducible here on purpose.

/// <summary>
/// Frames behind a valid proof of membership, and behind the Hello of the primary of this epoch, spoiled by a seed:
/// each ends its connection at most. Records carry a wrong checksum, since a right one makes them the primary's.
/// </summary>
/// <remarks>Two seeds in each run; SFPERF_FUZZ_SEEDS plays more.</remarks>
public sealed class MemberFuzzTests
{
    private const int Seeds = 2;
    private const int ConnectionsOfEach = 150;
    private const int LastChannel = int.MaxValue;
    private static readonly byte[] Secret = "0123456789abcdef"u8.ToArray();

    [Fact]
    public async Task Spoiled_frames_of_a_member_end_its_connection_and_change_nothing()
    {
        await using var partition = await StartAsync(
            3, o => o with { ClusterSecret = Secret, EpochTimeout = TimeSpan.FromMilliseconds(20) });
        List<string> written = [];
        for (var i = 0; i < 20; i++)
            await WriteAsync($"before {i}");
        var more = Environment.GetEnvironmentVariable("SFPERF_FUZZ_SEEDS") ?? "0";
        for (var seed = 1; seed <= Seeds + int.Parse(more, CultureInfo.InvariantCulture); seed++)
        {
            var secondary = partition.Replicas[2];
            var before = secondary.Replicator.Progress;
            var random = new Random(seed);
            var mutator = new Mutator(seed);
            for (var i = 0; i < ConnectionsOfEach; i++)
                await SendAsync(secondary, Spoil(Conversation(partition, random), random, mutator));
            Assert.False(partition.Faults[2].Task.IsCompleted, $"seed {seed}: the replica failed.");
            var after = secondary.Replicator.Progress;
            Assert.Equal($"seed {seed}: {Text(before)}", $"seed {seed}: {Text(after)}");
            await WriteAsync($"after {seed}");
        }
        Assert.Equal(written, partition.Replicas[2].State.Records);
        await partition.RestartAsync(2);
        await partition.PromoteAsync(3);
        await WriteAsync("after a restart");
        Assert.Equal(written, partition.Replicas[2].State.Records);

        async Task WriteAsync(string record)
        {
            written.Add(record);
            await partition.EverywhereAsync(await partition.WriteWhenReady(record));
        }
    }

    private static string Text(ReplicaProgress progress) => string.Create(CultureInfo.InvariantCulture,
        $"accepted {progress.AcceptedEpoch}, {progress.LastLsn} of {progress.LastLsnEpoch}, {progress.CommittedLsn}");

    // What a primary says, with a copy or with records.
    private static List<byte[]> Conversation(TestPartition partition, Random random)
    {
        var replicator = partition.Replicas[2].Replicator;
        var last = replicator.Progress.LastLsn;
        var epoch = new LogEpoch(1, partition.Epoch.ConfigurationNumber);
        List<byte[]> frames = [Frames.Hello(1, partition.Id, 2, 1, epoch)];
        if (random.Next(2) == 0)
        {
            var block = new byte[random.Next(600)];
            random.NextBytes(block);
            return
            [
                .. frames, Frames.Start(1, new(CatchUpMode.Full, -1, "")),
                Frames.CopyBegin(1, new([new(epoch, 1)], last)),
                [.. Frames.Bare(FrameType.CopyBlock, 1), .. block], Frames.Bare(FrameType.CopyEnd, 1),
            ];
        }
        var head = new byte[Frames.RecordHeadBytes];
        var record = new LogRecord(LogRecordType.Data, epoch, last + 1, last, PayloadCrc: 1, default);
        return
        [
            .. frames, Frames.Start(1, new((CatchUpMode)random.Next(3), last, "")),
            Number(FrameType.Commit, last), Number(FrameType.Heartbeat, 1),
            [.. Frames.Address(Frames.RecordHead(head, record, last), 1), .. "a record"u8],
        ];
    }

    private static byte[] Number(FrameType type, long value) =>
        Frames.Number(new byte[Frames.NumberBytes], type, 1, value).ToArray();

    // One frame of it, or all; or another order of them.
    private static List<byte[]> Spoil(List<byte[]> frames, Random random, Mutator mutator)
    {
        var at = random.Next(frames.Count);
        switch (random.Next(4))
        {
            case 0:
                return [.. frames.Select((f, i) => i == 0 ? f : mutator.Spoil(f, frames[at]))];
            case 1:
                frames.Insert(at, frames[random.Next(frames.Count)]);
                break;
            case 2:
                frames.RemoveAt(at);
                break;
            default:
                frames[at] = mutator.Spoil(frames[at], frames[random.Next(frames.Count)]);
                break;
        }
        return frames;
    }

    private static async Task SendAsync(Replica replica, List<byte[]> frames)
    {
        var peer = new Peer();
        using var connection = await Connection.ConnectAsync(
            System.Net.IPEndPoint.Parse(replica.Host.Address), Frames.Options(replica.Host.Options), peer,
            TestContext.Current.CancellationToken).WaitAsync(Limit, TestContext.Current.CancellationToken);
        foreach (var frame in frames)
            connection.TrySend(frame);
        connection.TrySend(Frames.Hello(LastChannel, Guid.Empty, 2, 1, default));
        await peer.Answered.Task.WaitAsync(Limit, TestContext.Current.CancellationToken);
    }

    /// <summary>
    /// Knows when all that was sent has been read: by the refusal of the last channel, or by the end of the connection.
    /// </summary>
    private sealed class Peer : IFrameHandler
    {
        internal TaskCompletionSource Answered { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
        {
            var reader = new FrameReader(frame.Span);
            if (reader is { Type: FrameType.Close, Channel: LastChannel })
                Answered.TrySetResult();
        }

        public void OnFramesEnd(Connection connection)
        {
        }

        public void OnClosed(Connection connection, ConnectionClosedException reason) => Answered.TrySetResult();
    }
}
