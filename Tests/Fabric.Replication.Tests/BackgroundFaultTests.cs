using System;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Storage;
using SfPerf.TestKit;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>A loop in the background that meets an error leaves nobody waiting and nothing held.</summary>
public sealed class BackgroundFaultTests
{
    [Fact]
    public async Task A_record_that_cannot_be_applied_ends_every_operation_and_faults_the_replica()
    {
        await using var partition = await StartAsync(1);
        var first = await partition.WriteWhenReady("first");
        partition.Primary.State.Applying = lsn =>
        {
            if (lsn == first + 100)
                throw new NotSupportedException("cannot apply");
        };
        using var hold = new ManualResetEventSlim();
        partition.Disks[1].Flushing = () => hold.Wait(Limit);
        var operations = Enumerable.Range(0, 400).Select(i => Start(partition.Primary, $"{i}")).ToArray();
        hold.Set();

        await Task.WhenAll(operations.Select(o => ((Task)o.Completed).ContinueWith(_ => { }, TaskScheduler.Default)))
            .WaitAsync(Limit);

        Assert.All(operations.Where(o => o.Lsn < first + 100), o => Assert.True(o.Completed.IsCompletedSuccessfully));
        Assert.All(operations.Where(o => o.Lsn >= first + 100),
            o => Assert.IsType<FabricObjectClosedException>(o.Completed.Exception?.InnerException));
        Assert.IsType<NotSupportedException>(await partition.Faults[1].Task.WaitAsync(Limit));
        Assert.Equal(100, partition.Primary.State.Records.Length); // nothing behind the record that failed
    }

    [Fact]
    public async Task A_copy_whose_file_cannot_be_created_holds_up_nothing_later()
    {
        await using var partition = await StartAsync(1, o => o with { CheckpointThresholdBytes = 64 << 10 });
        await FillAsync(partition);
        var added = await AddIdleAsync(partition, 2);
        var blocked = Path.Combine(partition.FolderOf(2), "checkpoint-1.data.new");
        Directory.CreateDirectory(blocked);
        await Assert.ThrowsAnyAsync<Exception>(() => added.Replicator.BeginCopyAsync(ProgressVector.Empty));
        Directory.Delete(blocked);

        await partition.Primary.Replicator.BuildReplicaAsync(partition.Information(2), default).WaitAsync(Limit);
        await added.Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.ActiveSecondary, default);
        partition.Primary.Replicator.UpdateCurrentReplicaSetConfiguration(partition.Configuration(1));

        await added.State.ReachedAsync(await partition.WriteWhenReady("after")).WaitAsync(Limit);
        Assert.Equal(partition.Primary.State.Records, added.State.Records);
    }

    [Fact]
    public async Task A_copy_whose_record_cannot_be_written_faults_the_replica()
    {
        await using var partition = await StartAsync(1, o => o with { CheckpointThresholdBytes = 64 << 10 });
        await FillAsync(partition);
        var added = await AddIdleAsync(partition, 2);
        added.Replicator.RecordWriting = () => throw new IOException("No space left on device");
        using var given = new CancellationTokenSource();
        var build = partition.Primary.Replicator.BuildReplicaAsync(partition.Information(2), given.Token);

        var fault = await partition.Faults[2].Task.WaitAsync(Limit);

        Assert.Contains("No space left", fault.Message, StringComparison.Ordinal);
        await given.CancelAsync();
        await Assert.ThrowsAnyAsync<Exception>(() => build.WaitAsync(Limit));
    }

    [Fact]
    public async Task A_link_that_meets_an_unknown_error_shows_it_and_tries_again()
    {
        await using var partition = await StartAsync(1, o => o with { CheckpointThresholdBytes = 64 << 10 });
        await FillAsync(partition);
        var added = await AddIdleAsync(partition, 2);
        // To open a folder as a file is an UnauthorizedAccessException, which no list of the link's names.
        var checkpoint = Directory.GetFiles(partition.FolderOf(1), "checkpoint-*").Single();
        File.Move(checkpoint, checkpoint + ".aside");
        Directory.CreateDirectory(checkpoint);

        var build = partition.Primary.Replicator.BuildReplicaAsync(partition.Information(2), default);
        using var limit = new CancellationTokenSource(Limit);
        while (partition.Primary.Replicator.Secondaries.Single().LastError is not UnauthorizedAccessException)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
        Directory.Delete(checkpoint);
        File.Move(checkpoint + ".aside", checkpoint);

        await build.WaitAsync(Limit);
        // The link forgets the error when it has told those who wait for the secondary.
        while (partition.Primary.Replicator.Secondaries.Single().LastError is not null)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
        Assert.True(added.Replicator.Progress.LastLsn >= partition.Primary.Replicator.AppliedLsn);
    }

    [Fact]
    public async Task A_demotion_ends_while_a_copy_waits_for_its_checkpoint()
    {
        await using var partition = await StartAsync(1);
        await partition.WriteWhenReady("held");
        var (writing, written) = BlockCheckpoint(partition.Primary.State);
        await AddForeignAsync(partition, 2);
        var build = partition.Primary.Replicator.BuildReplicaAsync(partition.Information(2), default);
        await writing.Task.WaitAsync(Limit);

        await partition.Primary.Replicator.ChangeRoleAsync(new Epoch(1, 9), ReplicaRole.ActiveSecondary, default)
            .WaitAsync(Limit);

        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => build);
        written.SetResult();
    }

    [Fact]
    public async Task A_removal_waits_for_a_checkpoint_that_is_being_written()
    {
        await using var partition = await StartAsync(1, o => o with { CheckpointThresholdBytes = 64 << 10 });
        await partition.WriteWhenReady("first");
        var (writing, written) = BlockCheckpoint(partition.Primary.State);
        await partition.Write(new string('x', 70_000));
        await partition.Write("due");
        await writing.Task.WaitAsync(Limit);

        var removal = partition.Primary.Replicator.ChangeRoleAsync(new Epoch(1, 9), ReplicaRole.None, default);
        Assert.False(removal.IsCompleted); // the folder goes only when nobody writes into it any more
        written.SetResult();
        await removal.WaitAsync(Limit);

        Assert.False(Directory.Exists(partition.FolderOf(1)));
    }

    [Fact]
    public async Task A_checkpoint_that_cannot_be_captured_fails_everyone_who_waits_for_it()
    {
        await using var partition = await StartAsync(1);
        await partition.WriteWhenReady("held");
        var (writing, written) = BlockCheckpoint(partition.Primary.State);
        var first = partition.Primary.Replicator.CheckpointAsync(default);
        await writing.Task.WaitAsync(Limit);
        partition.Primary.State.Capturing = () => throw new NotSupportedException("cannot capture");
        var next = new[]
        {
            partition.Primary.Replicator.CheckpointAsync(default),
            partition.Primary.Replicator.CheckpointAsync(default),
        };
        written.SetResult();

        await first.WaitAsync(Limit);
        foreach (var checkpoint in next)
            await Assert.ThrowsAsync<NotSupportedException>(() => checkpoint.WaitAsync(Limit));
    }

    [Fact]
    public async Task A_replica_that_was_aborted_never_takes_an_accepted_epoch_back()
    {
        await using var partition = await StartAsync(1, o => o with { CheckpointThresholdBytes = 64 << 10 });
        await partition.WriteWhenReady("first");
        var old = partition.Primary;
        using var reached = new ManualResetEventSlim();
        using var passed = new ManualResetEventSlim();
        old.Replicator.RecordWriting = () =>
        {
            reached.Set();
            // Where the second replicator waits for this one, nobody sets it: that costs this second and nothing else.
            passed.Wait(TimeSpan.FromSeconds(1));
        };
        await partition.Write(new string('x', 70_000));
        await partition.Write("due");
        await Task.Run(() => reached.Wait(Limit));

        old.Replicator.Abort();
        var again = partition.CreateAgain(1);
        await again.Replicator.OpenAsync(default).WaitAsync(Limit);
        await again.Replicator.UpdateEpochAsync(new Epoch(1, 9), default).WaitAsync(Limit);
        passed.Set();
        await old.Replicator.CloseAsync(default).WaitAsync(Limit);

        Assert.Equal(new LogEpoch(1, 9), new ReplicaFolder(partition.FolderOf(1)).ReadRecord()!.AcceptedEpoch);
        await partition.StopAsync(1);
        Assert.Equal(new Epoch(1, 9), (await partition.OpenAsync(1)).Replicator.Progress.AcceptedEpoch);
    }

    [Fact]
    public async Task A_record_write_that_failed_is_never_followed_by_an_older_epoch()
    {
        await using var partition = await StartAsync(1, o => o with { CheckpointThresholdBytes = 64 << 10 });
        await partition.WriteWhenReady("first");
        var folder = new ReplicaFolder(partition.FolderOf(1));
        // What a failed flush of the folder leaves: the new record is there, and the writer was told that it is not.
        partition.Primary.Replicator.RecordWriting = () =>
        {
            folder.WriteRecord(folder.ReadRecord()! with { AcceptedEpoch = new LogEpoch(1, 9) });
            throw new IOException("Input/output error");
        };
        await Assert.ThrowsAsync<IOException>(
            () => partition.Primary.Replicator.UpdateEpochAsync(new Epoch(1, 9), default));
        partition.Primary.Replicator.RecordWriting = null;

        // A checkpoint of the same replica writes its record, too.
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);

        Assert.Equal(new LogEpoch(1, 9), folder.ReadRecord()!.AcceptedEpoch);
    }

    [Fact]
    public async Task A_replica_opened_again_counts_only_what_is_on_disk()
    {
        await using var partition = await StartAsync(1);
        await partition.WriteWhenReady("first");
        using var hold = new ManualResetEventSlim();
        partition.Disks[1].Flushing = () => hold.Wait(Limit);
        var lost = Enumerable.Range(0, 10).Select(i => Start(partition.Primary, $"{i}")).ToArray();

        partition.Primary.Replicator.Abort();
        foreach (var operation in lost)
            await Assert.ThrowsAsync<FabricObjectClosedException>(() => operation.Completed.WaitAsync(Limit));
        var again = partition.CreateAgain(1);
        var opened = again.Replicator.OpenAsync(default);
        hold.Set();
        await opened.WaitAsync(Limit);
        await partition.PromoteAsync(1);
        await partition.WriteWhenReady("last");

        Assert.Equal(["first", .. lost.Select((_, i) => $"{i}"), "last"], again.State.Records);
    }

    [Fact]
    public async Task A_connection_that_was_lost_is_made_anew_without_the_wait_of_earlier_failures()
    {
        var time = new ManualTimeProvider();
        await using var partition = await StartAsync(2, o => o with { Time = time });
        await partition.WriteWhenReady("first");
        using var limit = new CancellationTokenSource(Limit);
        for (var i = 0; i < 8; i++)
        {
            partition.Primary.Replicator.LinkOf(2)!.Session!.Close("the test cut it");
            while (partition.Primary.Replicator.Secondaries.Single() is not { IsLive: false, LastError: not null })
            {
                limit.Token.ThrowIfCancellationRequested();
                await Task.Yield();
            }
            while (time.PendingTimers == 0)
            {
                limit.Token.ThrowIfCancellationRequested();
                await Task.Yield();
            }
            time.Advance(TimeSpan.FromMilliseconds(10));
            while (!partition.Primary.Replicator.Secondaries.Single().IsLive)
            {
                limit.Token.ThrowIfCancellationRequested();
                await Task.Yield();
            }
        }
    }

    private static (TaskCompletionSource Writing, TaskCompletionSource Written) BlockCheckpoint(TestState state)
    {
        var writing = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var written = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        state.WritingCheckpoint = () =>
        {
            writing.TrySetResult();
            return written.Task;
        };
        return (writing, written);
    }

    private static async Task FillAsync(TestPartition partition)
    {
        await partition.WriteWhenReady("first");
        var text = new string('x', 1000);
        for (var i = 0; i < 40; i++)
        {
            await Task.WhenAll(Enumerable.Range(0, 20)
                .Select(n => Start(partition.Primary, $"{i}/{n} {text}").Completed)).WaitAsync(Limit);
        }
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);
        await partition.WriteWhenReady("behind the checkpoint");
    }

    private static async Task<TestPartition.Replica> AddIdleAsync(TestPartition partition, long id)
    {
        var added = await partition.OpenAsync(id);
        await added.Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.IdleSecondary, default);
        return added;
    }

    // A replica that applied what the partition never had: it can only be copied as a whole.
    private static async Task<TestPartition.Replica> AddForeignAsync(TestPartition partition, long id)
    {
        var added = await partition.OpenAsync(id);
        await added.Replicator.ChangeRoleAsync(new Epoch(0, 1), ReplicaRole.Primary, default);
        added.Replicator.UpdateCurrentReplicaSetConfiguration(new ReplicaSetConfiguration { Replicas = [] });
        using var limit = new CancellationTokenSource(Limit);
        while (added.Replicator.AppliedLsn < 1)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
        await added.Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.IdleSecondary, default);
        return added;
    }
}
