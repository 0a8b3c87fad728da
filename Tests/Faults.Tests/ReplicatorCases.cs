using System;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Tests;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Faults.Tests;

/// <summary>Cases of docs/explanation/reliability.md on replicators whose disks are in memory.</summary>
public sealed class ReplicatorCases
{
    [Fact]
    public async Task Case_21_A_secondary_that_cannot_apply_a_record_faults_alone()
    {
        await using var partition = await StartAsync(3);
        await partition.WriteWhenReady("before");
        partition.Replicas[3].State.Applying = _ => throw new FormatException("cannot read");

        for (var i = 0; i < 50; i++)
            await partition.WriteWhenReady($"{i}");

        Assert.IsType<FormatException>(await partition.Faults[3].Task.WaitAsync(Limit));
        Assert.False(partition.Faults[1].Task.IsCompleted);
        Assert.False(partition.Faults[2].Task.IsCompleted);
        Assert.Equal(51, partition.Primary.State.Records.Length);
    }

    /// <summary>A primary that dies at one point of a commit: what is acknowledged stays, the rest is one or the other.
    /// </summary>
    [Theory]
    [InlineData("before the write")]
    [InlineData("before the flush")]
    [InlineData("after the flush")]
    [InlineData("after the commit")]
    public async Task Case_44_A_primary_that_dies_at_any_point_of_a_commit_loses_nothing_acknowledged(string point)
    {
        await using var partition = await StartAsync(3);
        await partition.EverywhereAsync(await partition.WriteWhenReady("kept"));
        using var hold = new ManualResetEventSlim();
        using var reached = new ManualResetEventSlim();
        void Stop()
        {
            reached.Set();
            hold.Wait(Limit);
        }
        var disk = partition.Disks[1];
        disk.Writing = point == "before the write" ? _ => Stop() : null;
        disk.Flushing = point == "before the flush" ? Stop : null;
        foreach (var id in new[] { 2, 3 })
            partition.Disks[id].Flushing = point == "after the commit" ? null : () => hold.Wait(Limit);

        var operation = Start(partition.Primary, "X");
        if (point == "after the commit")
        {
            await operation.Completed.WaitAsync(Limit);
        }
        else if (point == "after the flush")
        {
            await Task.Run(() => SpinWait.SpinUntil(
                () => partition.Primary.Replicator.Progress.LastLsn >= operation.Lsn, Limit));
        }
        else
        {
            await Task.Run(() => reached.Wait(Limit));
        }

        partition.Disks[1] = disk.AfterPowerLoss(_ => false);
        partition.Primary.Replicator.Abort();
        hold.Set();
        await partition.StopAsync(1);
        var acknowledged = operation.Completed.IsCompletedSuccessfully;

        // Of what was acknowledged one of them may have no more than the first record.
        var next = new long[] { 2, 3 }.MaxBy(id => partition.Replicas[id].Replicator.Progress.LastLsn);
        await partition.PromoteAsync(next, without: 1);
        await partition.WriteWhenReady("Y");
        await partition.OpenAsync(1);
        partition.Primary.Replicator.UpdateCurrentReplicaSetConfiguration(partition.Configuration(next));
        await partition.EverywhereAsync(await partition.WriteWhenReady("Z"));

        Assert.Equal(point == "after the commit", acknowledged);
        var records = partition.Primary.State.Records;
        Assert.True(records is ["kept", "X", "Y", "Z"] || (!acknowledged && records is ["kept", "Y", "Z"]),
            string.Join(' ', records));
        Assert.All(partition.Replicas.Values, r => Assert.Equal(records, r.State.Records));
    }

    [Fact]
    public async Task Case_51_Two_generations_of_false_progress_are_cut_one_after_the_other()
    {
        await using var partition = await StartAsync(3);
        await partition.EverywhereAsync(await partition.WriteWhenReady("kept"));
        await LoseAsync(partition, 1, "lost by 1");
        await partition.PromoteAsync(2, without: 1);
        await partition.WriteWhenReady("Y");
        await partition.Replicas[3].State.ReachedAsync(partition.Primary.Replicator.AppliedLsn).WaitAsync(Limit);
        await LoseAsync(partition, 2, "lost by 2", gone: 1);
        // 1 comes back with its own false progress, and leads nobody: 3 has the newest epoch.
        await partition.OpenAsync(1);
        await partition.PromoteAsync(3, without: 2);
        await partition.WriteWhenReady("Z");
        await partition.OpenAsync(2);
        partition.Primary.Replicator.UpdateCurrentReplicaSetConfiguration(partition.Configuration(3));

        await partition.EverywhereAsync(await partition.WriteWhenReady("last"));

        Assert.All(partition.Replicas.Values, r => Assert.Equal(["kept", "Y", "Z", "last"], r.State.Records));
        Assert.All(partition.Replicas.Values, r => Assert.Equal(0, r.State.Restores));
    }

    [Fact]
    public async Task Case_61_A_copy_that_its_target_or_its_source_breaks_off_begins_anew()
    {
        await using var partition = await StartAsync(2, o => o with { CheckpointThresholdBytes = 64 << 10 });
        await FillAsync(partition, 400);
        await partition.OpenAsync(3);
        for (var i = 0; i < 5; i++)
        {
            await partition.Replicas[3].Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.IdleSecondary, default);
            using var given = new CancellationTokenSource();
            var build = partition.Primary.Replicator.BuildReplicaAsync(partition.Information(3), given.Token);
            await FillAsync(partition, 20);
            await given.CancelAsync();
            await Task.WhenAny(build).WaitAsync(Limit);
            await partition.RestartAsync(3);
        }
        await partition.Replicas[3].Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.IdleSecondary, default);
        var broken = partition.Primary.Replicator.BuildReplicaAsync(partition.Information(3), default);
        await partition.PromoteAsync(2, without: 3);
        await Task.WhenAny(broken).WaitAsync(Limit);
        await partition.Replicas[3].Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.IdleSecondary, default);

        await partition.Primary.Replicator.BuildReplicaAsync(partition.Information(3), default).WaitAsync(Limit);

        await partition.Replicas[3].Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.ActiveSecondary, default);
        partition.Primary.Replicator.UpdateCurrentReplicaSetConfiguration(partition.Configuration(2));
        await partition.EverywhereAsync(await partition.WriteWhenReady("after"));
        Assert.All(
            partition.Replicas.Values, r => Assert.Equal(partition.Primary.State.Records, r.State.Records));
    }

    [Fact]
    public async Task Case_62_Checkpoints_and_a_copy_beside_writers_all_end_and_the_states_are_equal()
    {
        await using var partition = await StartAsync(2, o => o with { CheckpointThresholdBytes = 64 << 10 });
        await FillAsync(partition, 400);
        await partition.OpenAsync(3);
        await partition.Replicas[3].Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.IdleSecondary, default);
        var build = partition.Primary.Replicator.BuildReplicaAsync(partition.Information(3), default);
        for (var i = 0; i < 5; i++)
        {
            await FillAsync(partition, 100);
            await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);
        }

        await build.WaitAsync(Limit);

        await partition.Replicas[3].Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.ActiveSecondary, default);
        partition.Primary.Replicator.UpdateCurrentReplicaSetConfiguration(partition.Configuration(1));
        await partition.EverywhereAsync(await partition.WriteWhenReady("after"));
        Assert.Null(partition.Primary.Replicator.CheckpointFailure);
        Assert.Equal(partition.Primary.State.Records, partition.Replicas[3].State.Records);
    }

    [Fact]
    public async Task Case_65_75_Two_of_five_disks_that_stand_still_hold_up_nobody_and_three_hold_up_everybody()
    {
        await using var partition = await StartAsync(5);
        await partition.EverywhereAsync(await partition.WriteWhenReady("before"));
        using var hold = new ManualResetEventSlim();
        partition.Disks[4].Flushing = partition.Disks[5].Flushing = () => hold.Wait(Limit);
        for (var i = 0; i < 50; i++)
            await partition.Write($"{i}");
        using var third = new ManualResetEventSlim();
        partition.Disks[3].Flushing = () =>
        {
            third.Set();
            hold.Wait(Limit);
        };

        var stalled = Start(partition.Primary, "stalled");
        await Task.Run(() => third.Wait(Limit));
        await Task.Run(() => SpinWait.SpinUntil(
            () => partition.Replicas[2].Replicator.Progress.LastLsn >= stalled.Lsn, Limit));
        Assert.False(stalled.Completed.IsCompleted); // two flushes of five
        hold.Set();

        await partition.EverywhereAsync(await stalled.Completed.WaitAsync(Limit));
        Assert.All(
            partition.Replicas.Values, r => Assert.Equal(partition.Primary.State.Records, r.State.Records));
    }

    [Fact]
    public async Task Case_74_A_checkpoint_that_finds_no_space_leaves_the_old_one_and_the_log()
    {
        await using var partition = await StartAsync(1);
        await FillAsync(partition, 50);
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);
        var before = Directory.GetFiles(partition.FolderOf(1));
        await FillAsync(partition, 50);
        partition.Primary.State.WritingCheckpoint = () => throw new IOException("No space left on device");

        await Assert.ThrowsAsync<IOException>(
            () => partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit));

        Assert.Contains("No space", partition.Primary.Replicator.CheckpointFailure!.Message, StringComparison.Ordinal);
        Assert.Equal(before.Order(), Directory.GetFiles(partition.FolderOf(1)).Order());
        await partition.WriteWhenReady("after");
        var expected = partition.Primary.State.Records;
        var back = await partition.RestartAsync(1);
        await partition.PromoteAsync(1);
        await partition.WriteWhenReady("last");
        Assert.Equal([.. expected, "last"], back.State.Records);
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);
        Assert.Null(partition.Primary.Replicator.CheckpointFailure);
    }

    [Fact]
    public async Task Case_77_A_crash_between_the_new_checkpoint_and_the_record_that_names_it_loses_nothing()
    {
        await using var partition = await StartAsync(1);
        await FillAsync(partition, 50);
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);
        await FillAsync(partition, 50);
        var expected = partition.Primary.State.Records;
        var aside = Directory.CreateTempSubdirectory("sfperf-").FullName;
        var folder = partition.FolderOf(1);
        partition.Primary.Replicator.RecordWriting = () =>
        {
            partition.Primary.Replicator.RecordWriting = null;
            foreach (var file in Directory.GetFiles(folder))
                File.Copy(file, Path.Combine(aside, Path.GetFileName(file)));
            partition.Disks[2] = partition.Disks[1].AfterPowerLoss(_ => false);
        };
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);
        Assert.Equal(3, Directory.GetFiles(aside).Length); // the record and both checkpoints
        await partition.StopAsync(1);
        Directory.Delete(folder, recursive: true);
        Directory.Move(aside, folder);
        partition.Disks[1] = partition.Disks[2];

        var back = await partition.OpenAsync(1);
        await partition.PromoteAsync(1);

        await partition.WriteWhenReady("last");
        Assert.Equal([.. expected, "last"], back.State.Records);
        Assert.Equal(2, Directory.GetFiles(folder).Length);
    }

    [Fact]
    public async Task Case_82_A_record_that_arrives_damaged_or_out_of_order_ends_its_connection_and_changes_nothing()
    {
        await using var partition = await StartAsync(2);
        await partition.EverywhereAsync(await partition.WriteWhenReady("kept"));
        var target = partition.Replicas[2];
        await partition.StopAsync(1);
        partition.Replicas.Remove(1);
        var epoch = new LogEpoch(1, 1);
        byte[] payload = [1, 2, 3];
        var next = target.Replicator.Progress.LastLsn + 1;
        foreach (var (lsn, crc) in new[] { (next, Crc32C.Compute(payload) ^ 1), (next + 1, Crc32C.Compute(payload)) })
        {
            var frames = new Recorder();
            using var connection = await Connection.ConnectAsync(
                System.Net.IPEndPoint.Parse(target.Host.Address), Frames.Options(target.Host.Options), frames, default);
            connection.TrySend(Frames.Hello(1, partition.Id, 2, 1, epoch));
            connection.TrySend(Frames.Start(1, new CatchUpDecision(CatchUpMode.None, next - 1, "")));
            var record = new LogRecord(LogRecordType.Data, epoch, lsn, lsn, crc, default);
            connection.TrySend(
                Frames.Address(Frames.RecordHead(new byte[Frames.RecordHeadBytes], record, lsn), 1), payload);
            await frames.Closed.Task.WaitAsync(Limit);
        }

        Assert.Equal(next - 1, target.Replicator.Progress.LastLsn);
        Assert.Equal(["kept"], target.State.Records);
        await partition.PromoteAsync(2);
        await partition.WriteWhenReady("after");
        Assert.Equal(["kept", "after"], target.State.Records);
    }

    [Fact]
    public async Task Case_86_A_record_of_many_megabytes_is_on_every_replica()
    {
        await using var partition = await StartAsync(3);
        var text = new string('x', 49 << 20);
        await partition.EverywhereAsync(await partition.WriteWhenReady(text));
        await partition.EverywhereAsync(await partition.WriteWhenReady("small"));
        Assert.All(partition.Replicas.Values, r => Assert.Equal([text, "small"], r.State.Records));
        Assert.Throws<FabricReplicationOperationTooLargeException>(
            () => Start(partition.Primary, new string('x', (50 << 20) + 1)));
    }

    private static async Task FillAsync(TestPartition partition, int count)
    {
        await partition.WriteWhenReady("begin");
        var text = new string('x', 1000);
        await Task.WhenAll(Enumerable.Range(0, count).Select(i => Start(partition.Primary, $"{i} {text}").Completed))
            .WaitAsync(Limit);
    }

    // The primary writes what only its own disk has, and dies; what the others received is lost with their power.
    private static async Task LoseAsync(TestPartition partition, long primary, string record, params long[] gone)
    {
        using var hold = new ManualResetEventSlim();
        var others = partition.Replicas.Keys.Where(id => id != primary && !gone.Contains(id)).ToArray();
        foreach (var id in others)
            partition.Disks[id].Flushing = () => hold.Wait(Limit);
        var lost = Start(partition.Replicas[primary], record);
        await Task.Run(() => SpinWait.SpinUntil(
            () => partition.Replicas[primary].Replicator.Progress.LastLsn >= lost.Lsn, Limit));
        var disks = others.ToDictionary(id => id, id => partition.Disks[id].AfterPowerLoss(_ => false));
        await partition.StopAsync(primary);
        hold.Set();
        foreach (var (id, disk) in disks)
        {
            await partition.StopAsync(id);
            partition.Disks[id] = disk;
            await partition.OpenAsync(id);
        }
    }

    private sealed class Recorder : IFrameHandler
    {
        internal TaskCompletionSource Closed { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
        {
            if (new FrameReader(frame.Span).Type == FrameType.Close)
                Closed.TrySetResult();
        }

        public void OnFramesEnd(Connection connection)
        {
        }

        public void OnClosed(Connection connection, ConnectionClosedException reason)
        {
        }
    }
}
