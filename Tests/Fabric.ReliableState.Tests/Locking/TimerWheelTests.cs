using System;
using System.Collections.Generic;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests.Locking;

public sealed class TimerWheelTests
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    [Theory]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(4_000)]
    [InlineData(5_120)]
    [InlineData(60_000)]
    public void An_item_expires_at_its_time_and_at_most_a_tick_later(int milliseconds)
    {
        var time = new ManualTimeProvider();
        using var wheel = new TimerWheel(time);
        var item = new Item();
        wheel.Add(item, TimeSpan.FromMilliseconds(milliseconds));
        time.Advance(TimeSpan.FromMilliseconds(milliseconds) - TimeSpan.FromTicks(1));
        Assert.Equal(0, item.ExpiryCount);
        time.Advance(Tick + TimeSpan.FromTicks(1));
        Assert.Equal(1, item.ExpiryCount);
    }

    [Fact]
    public void A_removed_item_never_expires()
    {
        var time = new ManualTimeProvider();
        using var wheel = new TimerWheel(time);
        var (kept, removed) = (new Item(), new Item());
        wheel.Add(kept, TimeSpan.FromSeconds(1));
        wheel.Add(removed, TimeSpan.FromSeconds(1));
        wheel.Remove(removed);
        time.Advance(TimeSpan.FromSeconds(30));
        Assert.Equal((1, 0), (kept.ExpiryCount, removed.ExpiryCount));
    }

    [Theory]
    [InlineData(11)]
    [InlineData(12)]
    public void Random_items_expire_once_each_in_their_tick(int seed)
    {
        var random = new Random(seed);
        var time = new ManualTimeProvider();
        using var wheel = new TimerWheel(time);
        var start = time.GetUtcNow();
        var items = new List<(Item Item, TimeSpan Due)>();
        for (var i = 0; i < 3_000; i++)
        {
            var timeout = TimeSpan.FromMilliseconds(random.Next(1, 20_000));
            var item = new Item { Time = time };
            items.Add((item, time.GetUtcNow() - start + timeout));
            wheel.Add(item, timeout);
            time.Advance(TimeSpan.FromTicks(random.Next(100_000)));
        }
        time.Advance(TimeSpan.FromSeconds(30));
        Assert.All(items, i =>
        {
            Assert.Equal(1, i.Item.ExpiryCount);
            var late = i.Item.ExpiredAt - start - i.Due;
            Assert.InRange(late, TimeSpan.Zero, 2 * Tick);
        });
    }

    private sealed class Item : WheelItem
    {
        internal ManualTimeProvider? Time { get; init; }

        internal int ExpiryCount { get; private set; }

        internal DateTimeOffset ExpiredAt { get; private set; }

        private protected override void Expire()
        {
            ExpiryCount++;
            ExpiredAt = Time?.GetUtcNow() ?? default;
        }
    }
}
