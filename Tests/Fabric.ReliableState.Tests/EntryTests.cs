using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Dictionaries;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class EntryTests
{
    [Fact]
    public void A_dropped_entry_takes_no_version_so_that_its_key_is_looked_up_again()
    {
        var entry = new Entry<long, string>(1);
        entry.MarkGone();
        Assert.False(entry.TryInstall(Applied(5, isRemoval: false), out _));
        Assert.Null(entry.Newest);
    }

    [Fact]
    public void A_version_from_the_log_goes_below_those_that_are_pending()
    {
        var transaction = new object();
        var entry = new Entry<long, string>(1);
        Assert.True(entry.TryInstall(Applied(5, isRemoval: false), out var wasPresent));
        Assert.False(wasPresent);
        var pending = new Version<string>();
        pending.BeginPending(transaction, "pending");
        entry.Push(pending);
        Assert.True(entry.TryInstall(Applied(6, isRemoval: true), out wasPresent));
        Assert.True(wasPresent);
        Assert.Same(pending, entry.Current(transaction));
        Assert.Null(entry.At(6));
        Assert.Equal(5, entry.At(5)!.Lsn);
        entry.Withdraw(pending);
        Assert.Equal(6, entry.Newest!.Lsn);
    }

    [Fact]
    public async Task A_walk_past_newer_versions_stays_with_its_key_while_they_are_used_again()
    {
        var entries = new[] { new Entry<long, string>(1), new Entry<long, string>(2) };
        var oldest = new[] { Applied(1, isRemoval: false), Applied(1, isRemoval: false) };
        entries[0].Push(oldest[0]);
        entries[1].Push(oldest[1]);
        var spares = new SpareVersions<string>();
        var hasEnded = false;
        var writing = Task.Run(() =>
        {
            for (var lsn = 2L; lsn < 1_000_000; lsn++)
            {
                var entry = entries[lsn & 1];
                var version = spares.Take();
                version.BeginPending(spares, "value");
                entry.Push(version);
                version.Apply(lsn);
                // The first is kept for its reader; the others are nobody's once there is a newer one.
                if (version.Older is not { Lsn: > 1 } older)
                    continue;
                lock (entry)
                    version.Older = older.Older;
                spares.Put(older);
            }
            Volatile.Write(ref hasEnded, true);
        });
        var wrong = 0;
        while (!Volatile.Read(ref hasEnded))
        {
            for (var i = 0; i < entries.Length; i++)
                wrong += ReferenceEquals(oldest[i], entries[i].At(1)) ? 0 : 1;
        }
        await writing;
        Assert.Equal(0, wrong);
    }

    private static Version<string> Applied(long lsn, bool isRemoval)
    {
        var version = new Version<string>();
        version.BeginApplied(lsn, isRemoval);
        return version;
    }
}
