using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Serialization;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

/// <summary>Values share large arrays: none may reach into another, and what is given up must be used again.</summary>
public sealed class SlabTests
{
    private const int SpareCountMax = 2 * 128;

    [Fact]
    public void A_slot_is_at_most_an_eighth_longer_than_its_value()
    {
        for (var length = 0; length <= SlabAllocator.SlotBytesMax; length++)
        {
            var size = SlabAllocator.SizeOf(length);
            Assert.InRange(size, Math.Max(length, 8), Math.Max(Math.Max(length, 1) + 7, length * 9 / 8));
            Assert.Equal(size, SlabAllocator.SizeOf(size));
        }

        Assert.Equal(SlabAllocator.SlotBytesMax + 1, SlabAllocator.SizeOf(SlabAllocator.SlotBytesMax + 1));
    }

    [Theory]
    [InlineData(1, 40)]
    [InlineData(2, 2000)]
    [InlineData(3, 70_000)]
    public void Values_keep_their_bytes_while_others_come_and_go(int seed, int lengthMax)
    {
        var random = new Random(seed);
        var memory = new SlabAllocator();
        var values = new List<(Slab Slab, int Slot, byte[] Bytes)>();
        for (var i = 0; i < 20_000; i++)
        {
            // It grows and shrinks in turn, to nothing each time.
            if (values.Count > 0 && random.Next(1000) < (i % 4000 < 2000 ? 300 : 900))
            {
                var at = random.Next(values.Count);
                var (slab, slot, bytes) = values[at];
                Assert.Equal(bytes, slab.Bytes(slot, bytes.Length).ToArray());
                slab.Release(slot);
                values[at] = values[^1];
                values.RemoveAt(values.Count - 1);
                continue;
            }

            var added = new byte[random.Next(4) == 0 ? random.Next(lengthMax) : random.Next(32)];
            random.NextBytes(added);
            var taken = memory.Take(added.Length, out var free);
            added.CopyTo(taken.Bytes(free, added.Length));
            values.Add((taken, free, added));
        }

        Assert.Equal(values.Count(v => v.Bytes.Length <= SlabAllocator.SlotBytesMax), memory.TakenCount);
        foreach (var (slab, slot, bytes) in values)
        {
            Assert.Equal(bytes, slab.Bytes(slot, bytes.Length).ToArray());
            slab.Release(slot);
        }
        Assert.Equal(0, memory.TakenCount);
    }

    [Fact]
    public void Slabs_of_which_no_slot_is_taken_are_given_up()
    {
        var memory = new SlabAllocator();
        var slabs = TakeAndReturn(memory, 10_000);
        GC.Collect();
        Assert.Equal(1, slabs.Count(s => s.TryGetTarget(out _)));
        GC.KeepAlive(memory);
    }

    [Fact]
    public void What_one_checkpoint_kept_is_used_for_the_next()
    {
        const int Count = 10_000;
        var memory = new SlabAllocator();
        var values = new Queue<(Slab Slab, int Slot)>();
        Write(Count);
        var slabs = new HashSet<Slab>();
        for (var checkpoint = 0; checkpoint < 8; checkpoint++)
        {
            // While it is written, values are overwritten in the order in which they were set: whole slabs come free.
            Write(Count / 8);
            slabs.UnionWith(values.Select(v => v.Slab));
            for (var i = 0; i < Count / 8; i++)
            {
                var (slab, slot) = values.Dequeue();
                slab.Release(slot);
            }
        }

        Assert.InRange(slabs.Sum(s => (long)s.ByteCount), 0, Count * 1000L * 5 / 4);

        void Write(int count)
        {
            for (var i = 0; i < count; i++)
                values.Enqueue((memory.Take(1000, out var slot), slot));
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void What_is_free_is_at_most_a_third_of_what_is_taken(int seed)
    {
        var memory = new SlabAllocator();
        var (slabs, left) = TakeAndReturnMost(memory, 20_000, new Random(seed));
        GC.Collect();
        var kept = slabs.Sum(s => s.TryGetTarget(out var slab) ? slab.ByteCount : 0L);
        Assert.InRange(kept, left.Count * 1000L, (left.Count * 1000L * 9 / 8 * 4 / 3) + (512 << 10));
        GC.KeepAlive(memory);
    }

    [Fact]
    public void A_checkpoint_never_writes_another_value_s_bytes()
    {
        const int Length = 512;
        var codec = new SerializerRegistry().Get<string>();
        var memory = new SlabAllocator();
        var version = Applied(1);
        var hasEnded = false;
        var reading = new Thread(() =>
        {
            for (var i = 2; i < 200_000; i++)
            {
                var next = Applied((byte)i);
                // The first read gives the bytes up; the value after it takes their slot.
                Volatile.Read(ref version).Read(codec, copies: false);
                Applied((byte)~i);
                Volatile.Write(ref version, next);
            }
            Volatile.Write(ref hasEnded, true);
        });
        reading.Start();
        var writer = new ByteWriter();
        var written = 0;
        while (!Volatile.Read(ref hasEnded))
        {
            writer.Reset();
            if (!Volatile.Read(ref version).TryWriteSized(writer))
                continue;
            written++;
            var bytes = writer.Written[sizeof(int)..];
            Assert.Equal(Length, bytes.Length);
            Assert.False(bytes.ContainsAnyExcept(bytes[0]), "A value was written that another one reached into.");
        }
        reading.Join();
        Assert.True(written > 0);

        Version<string> Applied(byte content)
        {
            var applied = new Version<string>();
            applied.BeginApplied(1, Enumerable.Repeat(content, Length).ToArray(), memory);
            return applied;
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Every_slot_belongs_to_a_value_that_somebody_can_reach(int seed)
    {
        const int KeyCount = 400;
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        primary.Manager.Context.CopiesByteArrays = true;
        secondary.Manager.Context.CopiesByteArrays = true;
        var dictionary = await DictionaryAsync(primary);
        var random = new Random(seed);
        // More is given up at once than can wait for values to come.
        for (var round = 0; round < 2; round++)
        {
            using var tx = primary.Begin();
            for (var key = 0; key < KeyCount; key++)
                await dictionary.SetAsync(tx, key, Value(random));
            await tx.CommitAsync();
        }

        for (var i = 0; i < 4000; i++)
        {
            using var tx = primary.Begin();
            for (var writes = random.Next(4); writes >= 0; writes--)
            {
                // Some keys are written more than once by one transaction.
                if (random.Next(8) == 0)
                    await dictionary.TryRemoveAsync(tx, random.Next(3));
                else
                    await dictionary.SetAsync(tx, random.Next(random.Next(2) == 0 ? 3 : 50), Value(random));
            }
            if (random.Next(5) == 0)
                continue; // It is aborted.
            // Some of what it overwrites is retained, for a reader that ends after it.
            var place = random.Next(3) == 0 ? primary : secondary;
            using var reader = place.Begin();
            await (await DictionaryAsync(place)).GetCountAsync(reader);
            await tx.CommitAsync();
        }

        foreach (var replica in new[] { primary, secondary })
        {
            var all = (ReliableDictionary<long, byte[]>)await DictionaryAsync(replica);
            var reachable = 0;
            for (var key = 0; key < KeyCount; key++)
            {
                for (var at = all.Row(key)?.Newest; at is not null; at = at.Older)
                    reachable += at.SlotBytes > 0 ? 1 : 0;
            }

            Assert.InRange(reachable, KeyCount - 3, KeyCount);
            Assert.InRange(all.Memory.TakenCount - reachable, 0, SpareCountMax);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static List<WeakReference<Slab>> TakeAndReturn(SlabAllocator memory, int count)
    {
        var taken = new List<(Slab Slab, int Slot)>();
        for (var i = 0; i < count; i++)
            taken.Add((memory.Take(1000, out var slot), slot));
        foreach (var (slab, slot) in taken)
            slab.Release(slot);
        return [.. taken.Select(t => t.Slab).Distinct().Select(s => new WeakReference<Slab>(s))];
    }

    // What is left lies together, so that most slabs come free.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (List<WeakReference<Slab>> Slabs, List<(Slab Slab, int Slot)> Left) TakeAndReturnMost(
        SlabAllocator memory, int count, Random random)
    {
        var taken = new List<(Slab Slab, int Slot)>();
        for (var i = 0; i < count; i++)
            taken.Add((memory.Take(1000, out var slot), slot));
        var left = taken[^(count / 10)..];
        var returned = taken[..^left.Count].ToArray();
        random.Shuffle(returned);
        foreach (var (slab, slot) in returned)
            slab.Release(slot);
        return ([.. taken.Select(t => t.Slab).Distinct().Select(s => new WeakReference<Slab>(s))], left);
    }

    private static byte[] Value(Random random)
    {
        var value = new byte[random.Next(100)];
        random.NextBytes(value);
        return value;
    }

    private static Task<IReliableDictionary2<long, byte[]>> DictionaryAsync(TestReplica replica) =>
        replica.Manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("slabs");
}
