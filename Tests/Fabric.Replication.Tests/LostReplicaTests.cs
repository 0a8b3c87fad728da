using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Platform.Logging;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>
/// A closed data folder of a host with two partitions is harmed in every way, and opened again. Each replica must hold
/// what it held, or be told lost; never less without a word.
/// </summary>
public sealed class LostReplicaTests : IAsyncLifetime
{
    private static readonly Guid First = new("11111111-1111-1111-1111-111111111111");
    private static readonly Guid Second = new("22222222-2222-2222-2222-222222222222");
    private const string LastText = "last of all";
    private readonly string _root = Directory.CreateTempSubdirectory("sfperf-lost-").FullName;
    private readonly Dictionary<Guid, Content> _expected = [];
    private int _copies;

    private string Intact => Path.Combine(_root, "intact");

    public async ValueTask InitializeAsync()
    {
        await using (var host = await OpenAsync(Intact))
        {
            foreach (var partition in new[] { First, Second })
                await FillAsync(host, partition);
        }
        foreach (var (partition, content) in await ContentsAsync(CopyIntact()))
            _expected[partition] = Assert.IsType<Content>(content);
        Assert.All(_expected.Values, c => Assert.True(c.Records > 5));
    }

    public ValueTask DisposeAsync()
    {
        Directory.Delete(_root, recursive: true);
        return default;
    }

    [Fact]
    public async Task A_bit_flipped_anywhere_gives_the_same_content_or_a_lost_replica()
    {
        foreach (var file in Files().Where(f => !f.Contains(Second.ToString("N"), StringComparison.Ordinal)))
        {
            var bytes = await File.ReadAllBytesAsync(Path.Combine(Intact, file));
            foreach (var offset in Offsets(file, bytes))
            {
                var flipped = (byte[])bytes.Clone();
                flipped[offset] ^= (byte)(1 << (offset % 8));
                await AssertSameOrLostAsync(file, f => File.WriteAllBytes(f, flipped), $"bit flipped at {offset}");
            }
        }
    }

    [Fact]
    public async Task A_file_that_is_missing_cut_or_zeroed_gives_the_same_content_or_a_lost_replica()
    {
        foreach (var file in Files())
        {
            var bytes = await File.ReadAllBytesAsync(Path.Combine(Intact, file));
            await AssertSameOrLostAsync(file, File.Delete, "deleted");
            await AssertSameOrLostAsync(file, f => File.WriteAllBytes(f, []), "emptied");
            await AssertSameOrLostAsync(file, f => File.WriteAllBytes(f, bytes[..(bytes.Length / 2)]), "cut in half");
            await AssertSameOrLostAsync(file, f => File.WriteAllBytes(f, new byte[bytes.Length]), "zeroed");
        }
    }

    [Fact]
    public async Task Checkpoints_are_restored_while_the_log_is_read()
    {
        using var slow = new SlowLog(Options(CopyIntact()));
        await using var host = slow.Begin();
        var states = new Dictionary<Guid, TestState> { [First] = new(), [Second] = new() };
        var opening = states.ToDictionary(
            s => s.Key, s => host.CreateReplicator(s.Key, 1, s.Value, new() { MustExist = true }).OpenAsync(default));
        using var limit = new CancellationTokenSource(Limit);
        while (states.Values.Any(s => s.Restores == 0))
            await Task.Delay(TimeSpan.FromMilliseconds(1), TimeProvider.System, limit.Token);
        Assert.False(host.Opened.IsCompleted);
        Assert.All(opening.Values, o => Assert.False(o.IsCompleted));
        slow.GoOn();
        await Task.WhenAll(opening.Values).WaitAsync(Limit);
        foreach (var (partition, state) in states)
        {
            Assert.Equal((1, _expected[partition].Records), (state.Restores, state.Records.Length));
        }
    }

    [Fact]
    public async Task A_replica_that_begins_anew_keeps_nothing_of_a_checkpoint_whose_log_is_corrupt()
    {
        var folder = CopyIntact();
        File.Delete(Path.Combine(folder, "log.mark"));
        using var slow = new SlowLog(Options(folder));
        await using var host = slow.Begin();
        var state = new TestState();
        var opening = host.CreateReplicator(First, 1, state).OpenAsync(default);
        using var limit = new CancellationTokenSource(Limit);
        while (state.Restores == 0)
            await Task.Delay(TimeSpan.FromMilliseconds(1), TimeProvider.System, limit.Token);
        slow.GoOn();
        await opening.WaitAsync(Limit);
        Assert.Empty(state.Records);
    }

    [Fact]
    public async Task A_log_that_cannot_be_opened_fails_the_replicas_that_wait_and_frees_the_address()
    {
        var folder = CopyIntact();
        using var slow = new SlowLog(Options(folder));
        var host = slow.Begin();
        var opening = host.CreateReplicator(First, 1, new TestState()).OpenAsync(default);
        slow.Fail(new IOException("The disk is broken."));
        Assert.Equal("The disk is broken.", (await Assert.ThrowsAsync<IOException>(() => opening)).Message);
        await host.DisposeAsync();
        await using var again = ReplicationHost.Begin(
            Options(folder) with { ListenAddress = IPEndPoint.Parse(host.Address) });
        Assert.Equal(_expected[First], (await ContentsAsync(again))[First]);
    }

    [Theory]
    [InlineData("log")]
    [InlineData("replicas")]
    [InlineData("log", "log.mark")]
    [InlineData("log.mark", "replicas")]
    [InlineData("log", "log.mark", "replicas")]
    public async Task Without_its_log_or_its_records_no_replica_is_there(params string[] lost)
    {
        var folder = CopyIntact();
        foreach (var path in lost.Select(l => Path.Combine(folder, l)))
        {
            if (Directory.Exists(path))
                Directory.Delete(path, recursive: true);
            else
                File.Delete(path);
        }
        Assert.All((await ContentsAsync(folder)).Values, c => Assert.IsType<ReplicaLostException>(c));
    }

    [Fact]
    public async Task A_corrupt_record_or_checkpoint_costs_its_replica_only_and_is_set_aside()
    {
        foreach (var file in Files().Where(f => f.Contains(First.ToString("N"), StringComparison.Ordinal)))
        {
            var folder = CopyIntact();
            var harmed = Path.Combine(folder, file);
            var bytes = await File.ReadAllBytesAsync(harmed);
            bytes[20] ^= 1;
            await File.WriteAllBytesAsync(harmed, bytes);

            var contents = await ContentsAsync(folder);

            var lost = Assert.IsType<ReplicaLostException>(contents[First]);
            Assert.Contains(First.ToString(), lost.Message, StringComparison.Ordinal);
            Assert.Equal(_expected[Second], contents[Second]);
            var aside = Assert.Single(Directory.GetDirectories(Path.Combine(folder, "set-aside")));
            Assert.Equal(bytes, await File.ReadAllBytesAsync(
                Path.Combine(aside, First.ToString("N"), Path.GetFileName(file))));
            Assert.Equal(lost.Message + "\n", await File.ReadAllTextAsync(Path.Combine(aside, "reason.txt")));
            Assert.IsType<ReplicaLostException>((await ContentsAsync(folder))[First]);
        }
    }

    [Fact]
    public async Task A_corrupt_log_is_set_aside_with_all_its_replicas_and_new_ones_can_be_made()
    {
        var folder = CopyIntact();
        // The last record that a client wrote. The newest segment may have been made ready and hold none yet.
        var segment = Directory.GetFiles(Path.Combine(folder, "log"), "*.log").Where(f => LastRecord(f) > 0)
            .MaxBy(f => BitConverter.ToInt64(File.ReadAllBytes(f), 16))!;
        var bytes = await File.ReadAllBytesAsync(segment);
        bytes[LastRecord(segment)] ^= 1;
        await File.WriteAllBytesAsync(segment, bytes);
        var notices = new List<string>();
        await using (var host = await OpenAsync(folder, notices.Add))
        {
            var contents = await ContentsAsync(host);
            Assert.All(contents.Values, c => Assert.Contains(
                Path.GetFileName(segment), Assert.IsType<ReplicaLostException>(c).Message, StringComparison.Ordinal));
            await FillAsync(host, First, replicaId: 2);
        }
        var aside = Assert.Single(Directory.GetDirectories(Path.Combine(folder, "set-aside")));
        Assert.Equal(bytes, await File.ReadAllBytesAsync(Path.Combine(aside, "log", Path.GetFileName(segment))));
        Assert.True(File.Exists(Path.Combine(aside, "log.mark")));
        Assert.True(Directory.Exists(Path.Combine(aside, "replicas", First.ToString("N"))));
        Assert.Contains(aside, Assert.Single(notices), StringComparison.Ordinal);
        await using var again = await OpenAsync(folder);
        Assert.IsType<Content>((await ContentsAsync(again, replicaId: 2))[First]);
    }

    [Fact]
    public async Task What_another_replica_left_is_set_aside_not_removed()
    {
        var folder = CopyIntact();
        await using (var host = await OpenAsync(folder))
            await FillAsync(host, First, replicaId: 2);
        var aside = Assert.Single(Directory.GetDirectories(Path.Combine(folder, "set-aside")));
        Assert.True(File.Exists(Path.Combine(aside, First.ToString("N"), "replica.data")));
        // The older replica, should anybody open it again, must not touch what the newer one has.
        await using var again = await OpenAsync(folder);
        Assert.IsType<ReplicaLostException>((await ContentsAsync(again))[First]);
        Assert.IsType<Content>((await ContentsAsync(again, replicaId: 2))[First]);
    }

    [Fact]
    public async Task The_newest_ten_of_what_was_set_aside_are_kept()
    {
        var folder = CopyIntact();
        var notices = new List<string>();
        for (var i = 0; i < 12; i++)
        {
            await using var host = await OpenAsync(folder, notices.Add);
            Directory.CreateDirectory(Path.Combine(folder, "replicas", First.ToString("N")));
            await File.WriteAllTextAsync(Path.Combine(folder, "replicas", First.ToString("N"), "replica.data"), $"{i}");
            Assert.IsType<ReplicaLostException>((await ContentsAsync(host))[First]);
        }
        Assert.Equal(10, Directory.GetDirectories(Path.Combine(folder, "set-aside")).Length);
        Assert.Equal(2, notices.Count(n => n.Contains("is removed", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_record_that_cannot_be_written_is_told_as_a_failed_disk()
    {
        var folder = CopyIntact();
        var failed = new TaskCompletionSource<Exception>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var host = await OpenAsync(folder, diskFailed: e => failed.TrySetResult(e));
        var replicator = host.CreateReplicator(First, 1, new TestState(), new() { MustExist = true });
        await replicator.OpenAsync(default);
        // A folder in its place: the new record cannot be written.
        Directory.CreateDirectory(Path.Combine(folder, "replicas", First.ToString("N"), "replica.data.new"));
        await Assert.ThrowsAnyAsync<Exception>(() => replicator.UpdateEpochAsync(new Epoch(1, 9), default));
        await failed.Task.WaitAsync(Limit);
    }

    // Each number in a replica's record; of the others the places where one part meets the next.
    private static IEnumerable<int> Offsets(string file, byte[] bytes)
    {
        var used = bytes.AsSpan().LastIndexOfAnyExcept((byte)0) + 1;
        if (file.EndsWith("replica.data", StringComparison.Ordinal))
            return Enumerable.Range(0, (used + 3) / 4).Select(i => 4 * i);
        if (file.EndsWith(".mark", StringComparison.Ordinal))
            return [0, 9, 13, 17, 25, 33, 41, 2048, 2056, 4096, 4105, 4129, 6144, 6152];
        if (file.EndsWith(".data", StringComparison.Ordinal))
            return [0, 4, 8, 500, used / 2, used - 9, bytes.Length - 8, bytes.Length - 1];
        const int Entries = LogOptions.SegmentHeaderBytes;
        return used <= Entries ? [0] :
        [
            0, 9, 13, 17, 25, 33, 2048, 2057, Entries, Entries + 9, Entries + 17, Entries + 33, Entries + 41,
            Entries + 100, (Entries + used) / 2, used - 700, used - 60, used - 1,
        ];
    }

    private static Task<ReplicationHost> OpenAsync(
        string folder, Action<string>? notice = null, Action<Exception>? diskFailed = null) =>
        ReplicationHost.OpenAsync(
            Options(folder) with
            {
                Logger = notice is null ? EventLog.None : new(notice, TimeProvider.System, LogFormat.Text),
                DiskFailed = diskFailed,
            },
            CancellationToken.None);

    private static ReplicationHostOptions Options(string folder) => new()
    {
        DataFolder = folder,
        CheckpointThresholdBytes = 64 << 10,
        Log = new() { SegmentBytes = 64 << 10, SpareSegments = 0, InitialSegments = 0 },
    };

    // Writes until the partition has a checkpoint and a log after it.
    private static async Task FillAsync(ReplicationHost host, Guid partition, long replicaId = 1)
    {
        var state = new TestState();
        var replicator = host.CreateReplicator(partition, replicaId, state);
        await replicator.OpenAsync(default);
        await replicator.UpdateEpochAsync(new Epoch(1, replicaId), default);
        await replicator.ChangeRoleAsync(new Epoch(1, replicaId), ReplicaRole.Primary, default);
        replicator.UpdateCurrentReplicaSetConfiguration(new() { Replicas = [], WriteQuorum = 0 });
        await replicator.WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode.WriteQuorum, default).WaitAsync(Limit);
        var replica = new Replica(host, replicator, state);
        using var limit = new CancellationTokenSource(Limit);
        // Until the log begins behind its first record, and the checkpoint leaves something to it.
        for (var i = 0; replicator.GetCatchUpCapability() <= 1 || state.Parts < 2; i++)
            await WriteAsync(replica, $"{i} {new string('x', 1000)}", limit.Token);
        for (var i = 0; i < 4; i++)
            await WriteAsync(replica, $"last {i}", limit.Token);
        await WriteAsync(replica, LastText, limit.Token);
    }

    // A new primary takes writes as soon as its first record is committed.
    private static async Task WriteAsync(Replica replica, string record, CancellationToken limit)
    {
        while (true)
        {
            limit.ThrowIfCancellationRequested();
            try
            {
                await Start(replica, record).Completed.WaitAsync(limit);
                return;
            }
            catch (FabricTransientException)
            {
                await Task.Yield();
            }
        }
    }

    private static async Task<Dictionary<Guid, object>> ContentsAsync(string folder)
    {
        await using var host = await OpenAsync(folder);
        return await ContentsAsync(host);
    }

    // As above, but the log is opened only when the checkpoints have been restored, or cannot be.
    private static async Task<Dictionary<Guid, object>> ContentsAheadAsync(string folder)
    {
        using var slow = new SlowLog(Options(folder));
        await using var host = slow.Begin();
        var contents = ContentsAsync(host);
        slow.GoOn();
        return await contents;
    }

    // What each replica holds, or that it is lost; anything else fails the test.
    private static async Task<Dictionary<Guid, object>> ContentsAsync(ReplicationHost host, long replicaId = 1)
    {
        var contents = await Task.WhenAll(
            new[] { First, Second }.Select(p => ContentAsync(host, p, replicaId)));
        return new() { [First] = contents[0], [Second] = contents[1] };
    }

    private static async Task<object> ContentAsync(ReplicationHost host, Guid partition, long replicaId)
    {
        var state = new TestState();
        var replicator = host.CreateReplicator(partition, replicaId, state, new() { MustExist = true });
        try
        {
            await replicator.OpenAsync(default);
            return new Content(
                Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', state.Records)))),
                state.Records.Length, replicator.Progress.LastLsn);
        }
        catch (ReplicaLostException e)
        {
            return e;
        }
        finally
        {
            await replicator.CloseAsync(default);
        }
    }

    private static int LastRecord(string segment) =>
        File.ReadAllBytes(segment).AsSpan().LastIndexOf(Encoding.UTF8.GetBytes(LastText));

    private IEnumerable<string> Files() =>
        Directory.GetFiles(Intact, "*", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(Intact, f))
            .Where(f => !f.EndsWith("lock", StringComparison.Ordinal)).Order();

    private string CopyIntact()
    {
        var target = Path.Combine(_root, $"copy-{++_copies}");
        foreach (var file in Directory.GetFiles(Intact, "*", SearchOption.AllDirectories))
        {
            var to = Path.Combine(target, Path.GetRelativePath(Intact, file));
            Directory.CreateDirectory(Path.GetDirectoryName(to)!);
            File.Copy(file, to);
        }
        return target;
    }

    private async Task AssertSameOrLostAsync(string file, Action<string> harm, string what)
    {
        foreach (var read in new[] { ContentsAsync, ContentsAheadAsync })
        {
            var folder = CopyIntact();
            harm(Path.Combine(folder, file));
            foreach (var (partition, content) in await read(folder))
            {
                if (content is not ReplicaLostException)
                    Assert.True(Equals(_expected[partition], content), $"{file}, {what}: {partition} differs.");
            }
            Directory.Delete(folder, recursive: true);
        }
    }

    // A log that is read only once the test lets it go on.
    private sealed class SlowLog(ReplicationHostOptions options) : ILogStorage
    {
        private readonly FileLogStorage _files = new(Path.Combine(options.DataFolder, "log"));
        private readonly ManualResetEventSlim _goesOn = new();
        private Exception? _failure;

        internal ReplicationHost Begin() => ReplicationHost.Begin(options, this, setsAside: true);

        internal void GoOn() => _goesOn.Set();

        internal void Fail(Exception failure)
        {
            _failure = failure;
            GoOn();
        }

        public IReadOnlyList<ILogFile> OpenAll()
        {
            Assert.True(_goesOn.Wait(Limit));
            return _failure is null ? _files.OpenAll() : throw _failure;
        }

        public ILogFile Create(string name, long length) => _files.Create(name, length);

        public ILogMark? OpenMark() => _files.OpenMark();

        public ILogMark CreateMark(ReadOnlySpan<byte> content) => _files.CreateMark(content);

        public void Dispose() => _files.Dispose();
    }

    private sealed record Content(string Hash, int Records, long LastLsn);
}
