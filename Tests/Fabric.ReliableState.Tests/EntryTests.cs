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
        Assert.False(entry.TryInstall(new Version<string>(5, null, isRemoval: false), out _));
        Assert.Null(entry.Newest);
    }

    [Fact]
    public void A_version_from_the_log_goes_below_those_that_are_pending()
    {
        var transaction = new object();
        var entry = new Entry<long, string>(1);
        Assert.True(entry.TryInstall(new Version<string>(5, null, isRemoval: false), out var wasPresent));
        Assert.False(wasPresent);
        var pending = new Version<string>(transaction, "pending", isRemoval: false);
        entry.Push(pending);
        Assert.True(entry.TryInstall(new Version<string>(6, null, isRemoval: true), out wasPresent));
        Assert.True(wasPresent);
        Assert.Same(pending, entry.Current(transaction));
        Assert.Null(entry.At(6));
        Assert.Equal(5, entry.At(5)!.Lsn);
        entry.Withdraw(pending);
        Assert.Equal(6, entry.Newest!.Lsn);
    }
}
