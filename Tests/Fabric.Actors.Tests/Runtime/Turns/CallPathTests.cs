using System;
using System.IO;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Remoting.Wire;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Turns;

public sealed class CallPathTests
{
    [Fact]
    public void A_call_comes_from_the_turns_whose_paths_it_begins_with()
    {
        var turn = CallPath.Begin();
        var call = turn.Next();
        var further = call.Next();

        Assert.True(call.ComesFrom(turn));
        Assert.True(further.ComesFrom(turn));
        Assert.True(further.ComesFrom(call));
        Assert.False(turn.ComesFrom(call));
        Assert.False(turn.Next().ComesFrom(call));
        Assert.False(CallPath.Begin().ComesFrom(turn));
    }

    [Fact]
    public void Nothing_comes_from_an_empty_path_and_no_two_empty_ones_are_the_same_call()
    {
        Assert.False(new CallPath(1, 2).ComesFrom(default));
        Assert.False(default(CallPath).IsSame(default));
        Assert.True(new CallPath(1, 2).IsSame(new CallPath(1, 2)));
        Assert.False(new CallPath(1, 2).IsSame(new CallPath(1)));
    }

    [Fact]
    public void A_path_travels_and_takes_one_byte_when_it_is_empty()
    {
        Assert.Single(BytesOf(default));
        var bytes = BytesOf(new CallPath(7, ulong.MaxValue));
        var reader = new MessageReader(bytes);

        Assert.Equal(17, bytes.Length);
        Assert.Equal([7, ulong.MaxValue], CallPath.Read(ref reader).Hops.ToArray());
        Assert.Equal(0, reader.Left);
    }

    [Fact]
    public void A_path_that_is_cut_off_is_refused()
    {
        var bytes = BytesOf(new CallPath(7, 8))[..^1];

        Assert.Throws<InvalidDataException>(() =>
        {
            var reader = new MessageReader(bytes);
            CallPath.Read(ref reader);
        });
    }

    [Fact]
    public void A_recursion_without_an_end_ends()
    {
        var path = CallPath.Begin();
        for (var i = 1; i < CallPath.HopsMax; i++)
            path = path.Next();

        Assert.Throws<InvalidOperationException>(() => path.Next());
    }

    private static byte[] BytesOf(CallPath path)
    {
        var message = new MessageBuffer();
        message.Reset(0);
        path.Write(message);
        return message.Span.ToArray();
    }
}
