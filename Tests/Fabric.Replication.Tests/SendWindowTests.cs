using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication.Links;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

public sealed class SendWindowTests
{
    [Fact]
    public async Task What_is_acknowledged_makes_room()
    {
        var window = new SendWindow();
        for (var lsn = 1; lsn <= 10; lsn++)
            window.Sent(lsn, 20_000);
        Assert.Equal(200_000, window.Bytes);
        var room = window.RoomAsync(100_000, default);
        window.Acknowledged(4);
        Assert.Equal(120_000, window.Bytes);
        Assert.False(room.IsCompleted);
        window.Acknowledged(5);
        await room.WaitAsync(Limit);
        var all = window.ReachedAsync(10, default);
        window.Acknowledged(3); // late, and counts for nothing
        Assert.Equal(100_000, window.Bytes);
        Assert.False(all.IsCompleted);
        window.Acknowledged(10);
        await all.WaitAsync(Limit);
        Assert.Equal(0, window.Bytes);
    }

    [Fact]
    public async Task Small_records_are_counted_to_the_last_when_all_are_acknowledged()
    {
        var window = new SendWindow();
        for (var lsn = 1; lsn <= 1000; lsn++)
            window.Sent(lsn, 30);
        window.Acknowledged(999);
        Assert.InRange(window.Bytes, 30, 30 + (16 << 10));
        window.Acknowledged(1000);
        await window.RoomAsync(0, default).WaitAsync(Limit);
    }

    [Fact]
    public async Task Its_end_ends_every_wait()
    {
        var window = new SendWindow();
        window.Sent(1, 100);
        var wait = window.ReachedAsync(1, default);
        window.End(new IOException("gone"));
        await Assert.ThrowsAsync<IOException>(() => wait.WaitAsync(Limit));
        await Assert.ThrowsAsync<IOException>(() => window.RoomAsync(0, default).WaitAsync(Limit));
    }

    [Fact]
    public async Task While_one_sends_and_another_acknowledges_nothing_under_way_is_left_out()
    {
        const int Count = 1_000_000;
        const int Bytes = 30;
        var window = new SendWindow();
        var sent = 0L;
        var sending = Task.Run(() =>
        {
            for (var lsn = 1L; lsn <= Count; lsn++)
            {
                window.Sent(lsn, Bytes);
                Volatile.Write(ref sent, lsn);
            }
        });
        var wrong = 0;
        for (var acknowledged = 0L; acknowledged < Count;)
        {
            acknowledged = Volatile.Read(ref sent);
            window.Acknowledged(acknowledged);
            var underWay = Volatile.Read(ref sent) - acknowledged;
            wrong += window.Bytes >= underWay * Bytes ? 0 : 1;
        }
        await sending;
        Assert.Equal(0, wrong);
        Assert.Equal(0, window.Bytes);
    }
}
