using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Platform.Tests;

public sealed class HandedBackTests
{
    [Fact]
    public void What_is_put_back_is_taken_again_once()
    {
        var kept = new HandedBack<string>(8);
        Assert.Null(kept.Take(out var next));
        Assert.Null(next);
        foreach (var item in (string[])["a", "b", "c"])
            Assert.True(kept.TryPut(item));
        Assert.Equal("c", kept.Take(out next));
        Assert.Equal("b", next);
        Assert.True(kept.TryPut("d"));
        Assert.Equal("b", kept.Take(out next));
        Assert.Equal("a", next);
        Assert.Equal("a", kept.Take(out next));
        Assert.Null(next);
        Assert.Equal("d", kept.Take(out _));
        Assert.Null(kept.Take(out _));
    }

    [Fact]
    public void Each_side_keeps_no_more_than_its_limit()
    {
        var kept = new HandedBack<object>(20);
        for (var i = 0; i < 30; i++)
            Assert.Equal(i < 20, kept.TryPut(new object()));
        Assert.NotNull(kept.Take(out _));
        for (var i = 0; i < 30; i++)
            Assert.Equal(i < 20, kept.TryPut(new object()));
        Assert.Equal(39, Enumerable.Range(0, 60).Count(_ => kept.Take(out var _) is not null));
    }

    [Fact]
    public void No_object_is_given_to_two()
    {
        var kept = new HandedBack<int[]>(16);
        var wrong = 0;
        Parallel.For(0, 6, _ =>
        {
            for (var i = 0; i < 100_000; i++)
            {
                var item = kept.Take(out var _) ?? new int[1];
                if (Interlocked.Increment(ref item[0]) != 1)
                    Interlocked.Increment(ref wrong);
                Interlocked.Decrement(ref item[0]);
                kept.TryPut(item);
            }
        });
        Assert.Equal(0, wrong);
    }
}
