using System;
using System.Buffers.Binary;
using System.IO;
using System.Linq;
using System.Text.Json;
using SfPerf.Fabric.Cluster.Configuration;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Configuration;

public sealed class ConfigurationJournalTests : IDisposable
{
    private static readonly Guid Partition = new("00000000-0000-0000-0000-000000000001");
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-journal-").FullName;

    private string First => Path.Combine(_folder, "configuration.journal");

    private string Second => First + ".copy";

    [Fact]
    public void A_configuration_is_there_after_reopening()
    {
        Write(versions: 2);
        using var again = new ConfigurationJournal(First);
        Assert.Equal("v2 epoch 1.1 primary 7 cc [7 8] pc [] others [9]", again.ReadAll().Single().ToString());
        Assert.Null(again.Lost);
        Assert.Empty(again.Repairs);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void A_version_that_does_not_follow_is_refused(long version)
    {
        using var journal = new ConfigurationJournal(First);
        _ = journal.TryReplace(Version(1));
        Assert.False(journal.TryReplace(Version(version)));
        Assert.Equal(1, journal.ReadAll().Single().Version);
    }

    // The crash came while the first copy was written: the second one has not heard of the record.
    [Fact]
    public void A_torn_last_record_is_cut_off_wherever_it_is_torn()
    {
        var (whole, bytes) = LastRecord();
        for (var length = whole; length < bytes.Length; length++)
            Assert.Equal((1L, 0), Recover(bytes[..length], bytes[..whole]));
        File.WriteAllBytes(First, bytes[..^1]);
        File.WriteAllBytes(Second, bytes[..whole]);
        using var journal = new ConfigurationJournal(First);
        Assert.True(journal.TryReplace(Version(2)));
    }

    // The crash came while the second copy was written: the record counts, for it is on disk.
    [Fact]
    public void A_record_that_is_whole_in_the_first_copy_only_is_kept()
    {
        var (whole, bytes) = LastRecord();
        for (var length = whole; length < bytes.Length; length++)
            Assert.Equal((2L, 0), Recover(bytes, bytes[..length]));
    }

    [Fact]
    public void Any_flipped_bit_in_one_copy_loses_nothing_and_is_reported()
    {
        Write(versions: 3);
        var bytes = File.ReadAllBytes(First);
        for (var bit = 0; bit < 8 * bytes.Length; bit++)
        {
            Assert.Equal((3L, 1), Recover(Flipped(bytes, bit), bytes));
            Assert.Equal((3L, 1), Recover(bytes, Flipped(bytes, bit)));
        }
    }

    [Fact]
    public void A_copy_cut_at_any_length_or_deleted_loses_nothing()
    {
        Write(versions: 3);
        var bytes = File.ReadAllBytes(First);
        Assert.Equal((3L, 1), Recover(null, bytes));
        Assert.Equal((3L, 1), Recover(bytes, null));
        for (var length = 0; length < bytes.Length; length++)
        {
            Assert.Equal((3L, 1), Recover(bytes[..length], bytes));
            Assert.Equal(3, Recover(bytes, bytes[..length]).Version);
        }
    }

    [Fact]
    public void A_damaged_copy_is_repaired_from_the_other_one()
    {
        Write(versions: 3);
        File.WriteAllBytes(First, Flipped(File.ReadAllBytes(First), 8 * 60));
        using (var journal = new ConfigurationJournal(First))
            Assert.Contains("journal' was damaged; its content was taken from", journal.Repairs.Single());
        Assert.Equal(File.ReadAllBytes(Second), File.ReadAllBytes(First));
        using var again = new ConfigurationJournal(First);
        Assert.Empty(again.Repairs);
    }

    [Fact]
    public void Copies_that_are_both_damaged_in_one_record_give_nothing()
    {
        Write(versions: 3);
        var bytes = File.ReadAllBytes(First);
        for (var bit = 8 * JournalCopy.HeaderBytes; bit < 8 * bytes.Length; bit++)
            Assert.Equal((0L, -1), Recover(Flipped(bytes, bit), Flipped(bytes, bit)));
    }

    [Theory]
    [InlineData("deleted")]
    [InlineData("emptied")]
    [InlineData("headers flipped")]
    public void A_journal_without_a_readable_copy_says_so(string how)
    {
        Write(versions: 2);
        foreach (var path in new[] { First, Second })
        {
            if (how == "deleted")
                File.Delete(path);
            else if (how == "emptied")
                File.WriteAllBytes(path, []);
            else
                File.WriteAllBytes(path, Flipped(File.ReadAllBytes(path), 3));
        }
        using var journal = new ConfigurationJournal(First);
        Assert.NotNull(journal.Lost);
        Assert.Empty(journal.ReadAll());
        Assert.Equal(how != "deleted", File.Exists($"{First}.damaged-1"));
        Assert.Equal(how != "deleted", File.Exists($"{Second}.damaged-1"));
        Assert.True(journal.TryReplace(Version(1)));
    }

    // A crash between the two renames of a rewrite.
    [Fact]
    public void Copies_of_two_generations_hold_the_same_configurations()
    {
        Write(versions: 2);
        var old = File.ReadAllBytes(Second);
        using (var journal = new ConfigurationJournal(First))
            Assert.Equal(2, journal.ReadAll().Single().Version);
        var bytes = File.ReadAllBytes(First);
        Assert.Equal((2L, 0), Recover(bytes, old));
        for (var bit = 0; bit < 8 * bytes.Length; bit++)
            Assert.Equal((2L, 1), Recover(Flipped(bytes, bit), old));
    }

    [Theory]
    [InlineData("configuration.journal")]
    [InlineData("configuration.journal.copy")]
    public void After_a_failed_flush_every_change_is_refused_and_the_next_start_goes_on(string failing)
    {
        var broken = false;
        using (var journal = new ConfigurationJournal(First, (file, path) =>
        {
            if (broken && Path.GetFileName(path) == failing)
                throw new IOException("No space left on device.");
            DurableFile.Flush(file, path);
        }))
        {
            Assert.True(journal.TryReplace(Version(1)));
            broken = true;
            var failure = Assert.Throws<IOException>(() => journal.TryReplace(Version(2)));
            Assert.EndsWith("cannot be written. No space left on device.", failure.Message);
            Assert.Equal(1, journal.ReadAll().Single().Version);
            broken = false;
            _ = Assert.Throws<IOException>(() => journal.TryReplace(Version(2)));
            _ = Assert.Throws<IOException>(() => journal.Remove(Partition));
        }
        using var again = new ConfigurationJournal(First);
        var version = again.ReadAll().Single().Version;
        Assert.InRange(version, 1, 2);
        Assert.True(again.TryReplace(Version(version + 1)));
    }

    [Fact]
    public void A_file_of_the_first_format_is_taken_over()
    {
        var body = JsonSerializer.SerializeToUtf8Bytes(new() { Configuration = Version(1) },
            ConfigurationJson.Default.ConfigurationRecord);
        var bytes = new byte[8 + body.Length];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, body.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(4), Crc32C.Compute(body));
        body.CopyTo(bytes, 8);
        File.WriteAllBytes(First, bytes);
        using (var journal = new ConfigurationJournal(First))
            Assert.True(journal.TryReplace(Version(2)));
        using var again = new ConfigurationJournal(First);
        Assert.Equal((2, null), (again.ReadAll().Single().Version, again.Lost));
    }

    [Fact]
    public void A_removed_partition_stays_removed()
    {
        using (var journal = new ConfigurationJournal(First))
        {
            _ = journal.TryReplace(Version(1));
            journal.Remove(Partition);
        }
        using var again = new ConfigurationJournal(First);
        Assert.Empty(again.ReadAll());
    }

    [Fact]
    public void The_file_stays_small_however_often_it_changes()
    {
        for (var round = 0; round < 2; round++)
        {
            using var journal = new ConfigurationJournal(First, static (_, _) => { });
            var next = journal.ReadAll().SingleOrDefault()?.Version ?? 0;
            for (var i = 0; i < 700; i++)
                Assert.True(journal.TryReplace(Version(++next)));
        }
        using var last = new ConfigurationJournal(First);
        Assert.Equal(1400, last.ReadAll().Single().Version);
        Assert.InRange(new FileInfo(First).Length, 1, 4096);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private void Write(int versions)
    {
        using var journal = new ConfigurationJournal(First);
        for (var version = 1; version <= versions; version++)
            Assert.True(journal.TryReplace(Version(version)));
    }

    // A journal of two records: where the last one begins, and all bytes.
    private (int Whole, byte[] Bytes) LastRecord()
    {
        using (var journal = new ConfigurationJournal(First))
        {
            _ = journal.TryReplace(Version(1));
            var whole = (int)new FileInfo(First).Length;
            _ = journal.TryReplace(Version(2));
            return (whole, ReadShared(First));
        }
    }

    private static byte[] ReadShared(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        var bytes = new byte[file.Length];
        file.ReadExactly(bytes);
        return bytes;
    }

    // The version that was recovered and the number of repairs; 0 and -1 when the configurations are lost.
    private (long Version, int Repairs) Recover(byte[]? first, byte[]? second)
    {
        var found = new JournalRecovery(JournalCopy.Of(First, first), JournalCopy.Of(Second, second));
        return found.Lost is null ? (found.Records.Single().Value.Version, found.Repairs.Count)
            : (found.Records.Count, -1);
    }

    private static byte[] Flipped(byte[] bytes, int bit)
    {
        var flipped = bytes.ToArray();
        flipped[bit / 8] ^= (byte)(1 << bit % 8);
        return flipped;
    }

    private static PartitionConfiguration Version(long version) => new()
    {
        PartitionId = Partition,
        Version = version,
        Epoch = FailoverEpoch.First(1),
        Primary = 7,
        Current = [new(7, "_Node_0"), new(8, "_Node_1")],
        Others = [new(9, "_Node_2")],
    };
}
