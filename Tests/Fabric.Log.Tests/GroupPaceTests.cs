using System;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.GroupCommit;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Log.Tests;

public sealed class GroupPaceTests
{
    private static readonly TimeSpan Spacing = TimeSpan.FromMicroseconds(250);
    private readonly ManualTimeProvider _time = new();
    private readonly GroupPace _pace;

    public GroupPaceTests() => _pace = new GroupPace(Spacing, _time);

    [Fact]
    public void After_a_group_of_several_streams_the_next_waits_for_the_rest_of_the_distance()
    {
        _pace.Begin(Group(2, 2));
        Assert.True(_pace.IsShared);
        Assert.Equal(Spacing, _pace.PauseBefore(Group(1)));
        _time.Advance(TimeSpan.FromMicroseconds(100));
        Assert.Equal(TimeSpan.FromMicroseconds(150), _pace.PauseBefore(Group(1)));
        _time.Advance(TimeSpan.FromMicroseconds(131));
        Assert.Equal(TimeSpan.Zero, _pace.PauseBefore(Group(1)));
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(TimeSpan.Zero, _pace.PauseBefore(Group(1)));
    }

    [Theory]
    [InlineData(new[] { 40 }, false)]
    [InlineData(new[] { 2, 1 }, false)]
    [InlineData(new[] { 3, 1 }, true)]
    [InlineData(new[] { 1, 1, 1, 1 }, true)]
    public void Only_several_busy_streams_keep_a_distance(int[] records, bool shared)
    {
        _pace.Begin(Group(records));
        Assert.Equal(shared, _pace.IsShared);
        Assert.Equal(shared ? Spacing : TimeSpan.Zero, _pace.PauseBefore(Group(1)));
    }

    [Theory]
    [InlineData(6, 250)]
    [InlineData(9, 375)]
    [InlineData(12, 500)]
    [InlineData(40, 500)]
    public void Where_records_come_fast_the_distance_grows_to_twice_as_much(int records, int microseconds)
    {
        _pace.Begin(Group(records - 1, 1));
        Assert.Equal(TimeSpan.FromMicroseconds(microseconds), _pace.PauseBefore(Group(1)));
        _pace.Begin(Group(3, 1));
        Assert.Equal(Spacing, _pace.PauseBefore(Group(1)));
    }

    [Fact]
    public void Once_one_stream_is_at_work_alone_its_groups_begin_at_once()
    {
        _pace.Begin(Group(4, 4));
        _pace.Begin(Group(4));
        Assert.Equal(TimeSpan.Zero, _pace.PauseBefore(Group(1)));
    }

    [Fact]
    public void Who_waits_for_a_flush_or_brings_much_does_not_wait_for_more()
    {
        _pace.Begin(Group(2, 2));
        var awaited = Group(1);
        awaited.Barrier = new TaskCompletionSource();
        Assert.Equal(TimeSpan.Zero, _pace.PauseBefore(awaited));
        var large = Group(1);
        LogChunk? filling = null;
        large.Reserve(ref filling, GroupPace.BytesEnough, out _);
        Assert.Equal(TimeSpan.Zero, _pace.PauseBefore(large));
    }

    [Fact]
    public void A_group_without_records_changes_nothing()
    {
        _pace.Begin(Group(2, 2));
        _pace.Begin(Group());
        Assert.Equal(Spacing, _pace.PauseBefore(Group(1)));
    }

    [Fact]
    public void Without_a_distance_nothing_waits()
    {
        var none = new GroupPace(TimeSpan.Zero, _time);
        none.Begin(Group(20, 20));
        Assert.False(none.IsShared);
        Assert.Equal(TimeSpan.Zero, none.PauseBefore(Group(1)));
    }

    // A group with so many records of each stream.
    private static CommitGroup Group(params int[] records)
    {
        var group = new CommitGroup(new LogChunkPool());
        for (var i = 0; i < records.Length; i++)
        {
            var stream = new LogStream(null!, i + 1, 1);
            for (var lsn = 1; lsn <= records[i]; lsn++)
                group.Note(stream, lsn);
        }
        return group;
    }
}
