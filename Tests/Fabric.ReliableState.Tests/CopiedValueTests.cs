using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

/// <summary>Committed arrays are kept as copies whose memory is used again: nobody may see that.</summary>
public sealed class CopiedValueTests
{
    [Fact]
    public async Task What_is_done_to_an_array_after_the_commit_is_not_seen()
    {
        using var primary = await OpenAsync();
        var dictionary = await DictionaryAsync(primary);
        var mine = new byte[] { 1, 2, 3 };
        await primary.PutAsync(dictionary, 1L, mine);
        mine[0] = 99;

        var first = (await primary.GetAsync(dictionary, 1L)).Value;

        Assert.Equal([1, 2, 3], first);
    }

    [Fact]
    public async Task An_array_that_is_too_long_for_a_slot_is_kept_as_a_copy_too()
    {
        using var primary = await OpenAsync();
        var dictionary = await DictionaryAsync(primary);
        var mine = new byte[SlabAllocator.SlotBytesMax + 1];
        await primary.PutAsync(dictionary, 1L, mine);
        mine[0] = 99;

        Assert.Equal(0, (await primary.GetAsync(dictionary, 1L)).Value[0]);
    }

    [Fact]
    public async Task An_array_with_a_serializer_of_the_service_is_kept_as_a_copy_too()
    {
        using var primary = await OpenAsync(manager => manager.TryAddStateSerializer(new Reversing()));
        var dictionary = await DictionaryAsync(primary);
        var mine = new byte[] { 1, 2, 3 };
        await primary.PutAsync(dictionary, 1L, mine);
        mine[0] = 99;

        Assert.Equal([1, 2, 3], (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task The_first_three_readers_get_copies_and_those_after_them_one_array()
    {
        using var primary = await OpenAsync();
        var dictionary = await DictionaryAsync(primary);
        for (var round = 0; round < 2; round++)
        {
            await primary.PutAsync(dictionary, 1L, [1, 2, 3]);
            var read = new List<byte[]>();
            for (var i = 0; i < 6; i++)
                read.Add((await primary.GetAsync(dictionary, 1L)).Value);

            Assert.All(read, value => Assert.Equal([1, 2, 3], value));
            Assert.Equal(4, read.Distinct().Count());
            Assert.Same(read[3], read[5]);
        }
    }

    [Fact]
    public async Task What_a_read_gave_out_never_changes()
    {
        using var primary = await OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await DictionaryAsync(primary);
        var random = new Random(3);
        var given = new List<(byte[] Array, byte[] Content)>();
        for (var i = 0; i < 2000; i++)
        {
            await primary.PutAsync(dictionary, random.Next(8), Content(i));
            if (random.Next(3) == 0 && await primary.GetAsync(dictionary, random.Next(8)) is { HasValue: true } read)
                given.Add((read.Value, [.. read.Value]));
        }

        Assert.NotEmpty(given);
        Assert.All(given, g => Assert.Equal(g.Content, g.Array));
        var other = await DictionaryAsync(secondary);
        var expected = await primary.AllAsync(dictionary);
        secondary.Become(System.Fabric.ReplicaRole.Primary);
        Assert.Equal(expected.Select(p => p.Value), (await secondary.AllAsync(other)).Select(p => p.Value));
    }

    [Fact]
    public async Task An_enumeration_that_outlives_its_transaction_reads_nothing()
    {
        using var primary = await OpenAsync();
        var dictionary = await DictionaryAsync(primary);
        var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1L, [1, 2, 3]);
        var items = await dictionary.CreateEnumerableAsync(tx);
        tx.Abort();

        // So many reads would keep the array and give up a slot that is nobody's.
        for (var i = 0; i < 6; i++)
        {
            await Assert.ThrowsAsync<InvalidOperationException>(
                () => items.GetAsyncEnumerator().MoveNextAsync(default));
        }

        var memory = ((ReliableDictionary<long, byte[]>)dictionary).Memory;
        Assert.Equal(1, memory.TakenCount);
        await primary.PutAsync(dictionary, 2L, [4]);
        Assert.Equal([4], (await primary.GetAsync(dictionary, 2L)).Value);
    }

    [Fact]
    public async Task A_snapshot_keeps_its_values_while_they_are_overwritten()
    {
        using var primary = await OpenAsync();
        var dictionary = await DictionaryAsync(primary);
        for (var i = 0; i < 100; i++)
            await primary.PutAsync(dictionary, i, Content(i));
        using var tx = primary.Begin();
        var items = (await dictionary.CreateEnumerableAsync(tx, EnumerationMode.Ordered)).GetAsyncEnumerator();
        for (var i = 0; i < 300; i++)
            await primary.PutAsync(dictionary, i % 100, Content(1000 + i));

        for (var i = 0; i < 100; i++)
        {
            Assert.True(await items.MoveNextAsync(default));
            Assert.Equal(Content(i), items.Current.Value);
        }
        Assert.False(await items.MoveNextAsync(default));
    }

    [Fact]
    public async Task Arrays_with_a_serializer_of_the_service_are_written_and_read_by_it()
    {
        using var primary = await OpenAsync(manager => manager.TryAddStateSerializer(new Reversing()));
        var dictionary = await DictionaryAsync(primary);
        await primary.PutAsync(dictionary, 1L, [1, 2, 3]);
        var checkpoint = await primary.CheckpointAsync();

        Assert.Equal([1, 2, 3], (await primary.GetAsync(dictionary, 1L)).Value);
        using var other = await OpenAsync(manager => manager.TryAddStateSerializer(new Reversing()));
        await other.RestoreAsync(checkpoint);
        Assert.Equal([1, 2, 3], (await other.GetAsync(await DictionaryAsync(other), 1L)).Value);
    }

    private static byte[] Content(int number) => [.. Enumerable.Repeat((byte)number, 60), (byte)(number >> 8)];

    private static async Task<TestReplica> OpenAsync(Action<IReliableStateManager>? prepare = null)
    {
        var replica = await TestReplica.OpenAsync(prepare: prepare);
        replica.Manager.Context.CopiesByteArrays = true;
        return replica;
    }

    private static Task<IReliableDictionary<long, byte[]>> DictionaryAsync(TestReplica replica) =>
        replica.Manager.GetOrAddAsync<IReliableDictionary<long, byte[]>>("copied");

    /// <summary>Writes the length and then the bytes, the last first.</summary>
    private sealed class Reversing : IStateSerializer<byte[]>
    {
        public byte[] Read(BinaryReader binaryReader) =>
            [.. binaryReader.ReadBytes(binaryReader.ReadByte()).Reverse()];

        public void Write(byte[] value, BinaryWriter binaryWriter)
        {
            binaryWriter.Write((byte)value.Length);
            binaryWriter.Write([.. value.Reverse()]);
        }

        public byte[] Read(byte[] baseValue, BinaryReader binaryReader) => Read(binaryReader);

        public void Write(byte[] baseValue, byte[] targetValue, BinaryWriter binaryWriter) =>
            Write(targetValue, binaryWriter);
    }
}
