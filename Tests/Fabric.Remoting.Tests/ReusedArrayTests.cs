using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Runtime.Handlers;
using SfPerf.Fabric.Remoting.Wire;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>The arrays of arguments whose calls have ended serve the calls to come.</summary>
public sealed class ReusedArrayTests
{
    private const int Length = 1000;

    [Fact]
    public async Task An_array_serves_the_next_call_once_its_own_has_been_answered()
    {
        var (given, results) = await CallInTurnAsync(new ReusedArrays());

        Assert.Single(given.Distinct());
        Assert.All(results.Index(), r => Assert.Equal(Content(r.Index), r.Item));
    }

    [Fact]
    public async Task Each_call_has_an_array_of_its_own_unless_the_process_says_otherwise()
    {
        var (given, results) = await CallInTurnAsync(arrays: null);

        Assert.Equal(given.Count, given.Distinct().Count());
        Assert.All(results.Index(), r => Assert.Equal(Content(r.Index), r.Item));
    }

    [Fact]
    public async Task An_array_serves_no_other_call_while_its_own_runs()
    {
        await using var bench = new Bench();
        var held = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var probe = new Probe();
        probe.Answering = async value =>
        {
            if (probe.Calls % 2 == 1)
                await held.Task;
            return value;
        };
        var replica = bench.Host(probe);
        (replica.Listener.BeginsOnReceiveThread, replica.Listener.Arrays) = (true, new());
        bench.MakePrimary(replica);
        var proxy = bench.Proxy();

        var calls = Enumerable.Range(0, 200).Select(i => proxy.EchoAsync(Content(i))).ToArray();
        for (var i = 1; i < calls.Length; i += 2)
            Assert.Equal(Content(i), await calls[i].WaitAsync(Bench.Limit, TestContext.Current.CancellationToken));
        held.SetResult();

        for (var i = 0; i < calls.Length; i += 2)
            Assert.Equal(Content(i), await calls[i].WaitAsync(Bench.Limit, TestContext.Current.CancellationToken));
    }

    [Fact]
    public void Of_any_number_of_arguments_the_arrays_are_given_back()
    {
        var arrays = new ReusedArrays();
        byte[][] given = [Content(0), Content(1), Content(2), Content(3), Content(4)];

        new OneArgument<byte[]>(given[0]).GiveBack(arrays);
        new TwoArguments<byte[], byte[]>(given[1], given[2]).GiveBack(arrays);
        new TwoArguments<long, byte[]>(5, given[3]).GiveBack(arrays);
        new ManyArguments([1, null, "text", given[4]]).GiveBack(arrays);
        default(NoArguments).GiveBack(arrays);

        var taken = Enumerable.Range(0, given.Length + 1).Select(_ => arrays.Copy(Content(9))).ToList();
        Assert.Equal(given.ToHashSet(), taken.Intersect(given).ToHashSet());
        Assert.All(given, array => Assert.Equal(Content(9), array));
    }

    [Fact]
    public void What_a_message_handler_got_stays_its_own()
    {
        var arrays = new ReusedArrays();
        var given = Content(0);

        new HandledArguments([given], new()).GiveBack(arrays);

        Assert.NotSame(given, arrays.Copy(Content(1)));
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(127, false)]
    [InlineData(128, true)]
    [InlineData(32 << 10, true)]
    [InlineData((32 << 10) + 1, false)]
    public void Only_arrays_that_are_neither_short_nor_long_are_kept(int length, bool isKept)
    {
        var arrays = new ReusedArrays();
        var given = new byte[length];

        arrays.Return(given);
        var copy = arrays.Copy(new byte[length]);

        Assert.Equal(isKept, ReferenceEquals(given, copy));
        Assert.Equal(length, copy.Length);
    }

    [Fact]
    public void Values_of_other_types_are_not_kept()
    {
        var arrays = new ReusedArrays();

        arrays.Return((object)new sbyte[Length]);
        arrays.Return(new int[Length]);
        arrays.Return<byte[]?>(null);
        arrays.Return(7L);

        Assert.Equal(typeof(byte[]), arrays.Copy(new byte[Length]).GetType());
    }

    [Theory]
    [InlineData(Length, 256)]
    [InlineData(32 << 10, 8)]
    public void No_more_are_kept_than_the_memory_that_each_length_may_have(int length, int expected)
    {
        var arrays = new ReusedArrays();
        var given = Enumerable.Range(0, 2 * expected).Select(_ => new byte[length]).ToHashSet();
        foreach (var array in given)
            arrays.Return(array);

        var kept = Enumerable.Range(0, 2 * expected).Count(_ => given.Contains(arrays.Copy(new byte[length])));

        Assert.Equal(expected, kept);
    }

    [Fact]
    public void Any_thread_may_take_and_return_them()
    {
        var arrays = new ReusedArrays();
        Parallel.For(0, 8, thread =>
        {
            var random = new Random(thread);
            for (var i = 0; i < 20_000; i++)
            {
                var content = new byte[128 + random.Next(100)];
                random.NextBytes(content);
                var copy = arrays.Copy(content);
                Assert.Equal(content, copy);
                arrays.Return(copy);
            }
        });
    }

    // One after the other, begun and answered on the receive thread: each has ended before the next one is read.
    private static async Task<(List<byte[]> Given, List<byte[]?> Results)> CallInTurnAsync(ReusedArrays? arrays)
    {
        await using var bench = new Bench();
        var given = new List<byte[]>();
        var probe = new Probe
        {
            Answering = value =>
            {
                given.Add(value!);
                return Task.FromResult(value);
            },
        };
        var replica = bench.Host(probe);
        (replica.Listener.BeginsOnReceiveThread, replica.Listener.Arrays) = (true, arrays);
        bench.MakePrimary(replica);
        var proxy = bench.Proxy();
        var results = new List<byte[]?>();
        for (var i = 0; i < 20; i++)
            results.Add(await proxy.EchoAsync(Content(i)));
        return (given, results);
    }

    private static byte[] Content(int number) => [.. Enumerable.Repeat((byte)number, Length)];
}
