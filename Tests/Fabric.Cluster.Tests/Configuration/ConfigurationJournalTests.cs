using System;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Cluster.Configuration;
using SfPerf.Fabric.Cluster.Failover;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Configuration;

public sealed class ConfigurationJournalTests : IDisposable
{
    private static readonly Guid Partition = new("00000000-0000-0000-0000-000000000001");
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-journal-").FullName;

    private string File => Path.Combine(_folder, "configuration.journal");

    [Fact]
    public void A_configuration_is_there_after_reopening()
    {
        using (var journal = new ConfigurationJournal(File))
        {
            Assert.True(journal.TryReplace(Version(1)));
            Assert.True(journal.TryReplace(Version(2)));
        }
        using var again = new ConfigurationJournal(File);
        Assert.Equal("v2 epoch 1.1 primary 7 cc [7 8] pc [] others [9]", again.ReadAll().Single().ToString());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void A_version_that_does_not_follow_is_refused(long version)
    {
        using var journal = new ConfigurationJournal(File);
        _ = journal.TryReplace(Version(1));
        Assert.False(journal.TryReplace(Version(version)));
        Assert.Equal(1, journal.ReadAll().Single().Version);
    }

    [Fact]
    public void A_torn_last_record_is_cut_off_wherever_it_is_torn()
    {
        using (var journal = new ConfigurationJournal(File)) _ = journal.TryReplace(Version(1));
        var whole = new FileInfo(File).Length;
        using (var journal = new ConfigurationJournal(File)) _ = journal.TryReplace(Version(2));
        var bytes = System.IO.File.ReadAllBytes(File);
        for (var length = whole; length < bytes.Length; length++)
        {
            System.IO.File.WriteAllBytes(File, bytes[..(int)length]);
            using var journal = new ConfigurationJournal(File);
            Assert.Equal(1, journal.ReadAll().Single().Version);
        }
        using var last = new ConfigurationJournal(File);
        Assert.True(last.TryReplace(Version(2)));
    }

    [Fact]
    public void A_removed_partition_stays_removed()
    {
        using (var journal = new ConfigurationJournal(File))
        {
            _ = journal.TryReplace(Version(1));
            journal.Remove(Partition);
        }
        using var again = new ConfigurationJournal(File);
        Assert.Empty(again.ReadAll());
    }

    [Fact]
    public void The_file_stays_small_however_often_it_changes()
    {
        for (var round = 0; round < 2; round++)
        {
            using var journal = new ConfigurationJournal(File);
            var next = journal.ReadAll().SingleOrDefault()?.Version ?? 0;
            for (var i = 0; i < 700; i++) Assert.True(journal.TryReplace(Version(++next)));
        }
        using var last = new ConfigurationJournal(File);
        Assert.Equal(1400, last.ReadAll().Single().Version);
        Assert.InRange(new FileInfo(File).Length, 1, 4096);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

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
