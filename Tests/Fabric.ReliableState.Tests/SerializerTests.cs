using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Runtime.Serialization;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class SerializerTests
{
    [Fact]
    public async Task Values_of_every_built_in_type_come_back_from_a_secondary_and_from_a_checkpoint()
    {
        await RoundTripAsync(Guid.Empty, Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"));
        await RoundTripAsync(true, false);
        await RoundTripAsync<byte>(0, 255);
        await RoundTripAsync<sbyte>(-128, 127);
        await RoundTripAsync('\0', '\ud800');
        await RoundTripAsync(0m, 1.00m, decimal.MinValue);
        await RoundTripAsync(double.NaN, -0.0, double.MaxValue);
        await RoundTripAsync(float.Epsilon, float.NegativeInfinity);
        await RoundTripAsync(int.MinValue, 0, int.MaxValue);
        await RoundTripAsync(0u, uint.MaxValue);
        await RoundTripAsync(long.MinValue, 0L, long.MaxValue);
        await RoundTripAsync(0ul, ulong.MaxValue);
        await RoundTripAsync<short>(short.MinValue, 7);
        await RoundTripAsync<ushort>(0, ushort.MaxValue);
        await RoundTripAsync(null, "", "a\0b", "\ud800 alone", "grüße, мир");
        await RoundTripAsync(null, Array.Empty<byte>(), new byte[] { 0, 1, 255 });
        await RoundTripAsync<int?>(null, 0, 5);
        await RoundTripAsync(default(Point), new Point { X = 1, Name = "p" });
        await RoundTripAsync(new Uri("fabric:/a/b"), null);
        await RoundTripAsync<List<string>?>(["a", "b"], [], null);
        await RoundTripAsync<object?>("text", 5, null);
    }

    [Fact]
    public async Task A_data_contract_that_nests_too_deeply_is_refused_and_the_deepest_allowed_one_comes_back()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, Chain>>("c");
        using (var tx = primary.Begin())
        {
            await Assert.ThrowsAsync<SerializationException>(() => dictionary.SetAsync(tx, 1, Chain.Of(600)));
            // Long enough to be looked at, and wide instead of deep.
            await dictionary.SetAsync(tx, 2, new Chain { Text = new string('x', 1 << 20) });
            await dictionary.SetAsync(tx, 3, Chain.Of(500));
            await tx.CommitAsync();
        }
        var other = await secondary.Manager.GetOrAddAsync<IReliableDictionary2<long, Chain>>("c");
        Assert.False((await secondary.GetAsync(other, 1L)).HasValue);
        Assert.Equal(1 << 20, (await secondary.GetAsync(other, 2L)).Value.Text!.Length);
        Assert.Equal(500, (await secondary.GetAsync(other, 3L)).Value.Length);
    }

    [Fact]
    public void Bytes_that_nest_too_deeply_end_a_read_and_not_the_process()
    {
        var codec = new Serialization.DataContractCodec<Chain>();
        using var stream = new MemoryStream();
        using (var xml = System.Xml.XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
        {
            for (var depth = 0; depth < 100_000; depth++)
                xml.WriteStartElement(depth == 0 ? nameof(Chain) : nameof(Chain.Next), Chain.Namespace);
            xml.WriteEndDocument();
        }
        Assert.Throws<SerializationException>(() => codec.Read(stream.ToArray()));
    }

    [Fact]
    public async Task Keys_may_be_data_contracts()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<ContractKey, string>>("k");
        await primary.PutAsync(dictionary, new ContractKey { Id = 2 }, "two");
        await primary.PutAsync(dictionary, new ContractKey { Id = 1 }, "one");
        await primary.PutAsync(dictionary, new ContractKey { Id = 2 }, "two again");
        var other = await secondary.Manager.GetOrAddAsync<IReliableDictionary2<ContractKey, string>>("k");
        Assert.Equal("two again", (await secondary.GetAsync(other, new ContractKey { Id = 2 })).Value);
        Assert.Equal(2, other.Count);
        Assert.Equal([1, 2], (await secondary.AllAsync(other)).ConvertAll(p => p.Key.Id));
    }

    [Fact]
    public async Task A_key_that_its_serializer_changes_is_refused_when_it_is_added()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<ForgetfulKey, string>>("k");
        using var tx = primary.Begin();
        var failure = await Assert.ThrowsAsync<ArgumentException>(
            () => dictionary.SetAsync(tx, new ForgetfulKey { Lost = 5 }, "x"));
        Assert.Contains("does not equal itself after a round trip", failure.Message, StringComparison.Ordinal);
        await dictionary.SetAsync(tx, new ForgetfulKey(), "kept");
        await tx.CommitAsync();
        Assert.Equal(1, dictionary.Count);
    }

    [Fact]
    public async Task The_first_serializer_added_for_a_type_wins_and_serves_collections_made_later()
    {
        var serializer = new PointSerializer();
        using var primary = await TestReplica.OpenAsync(prepare: manager =>
        {
            Assert.True(manager.TryAddStateSerializer(serializer));
            Assert.False(manager.TryAddStateSerializer(new PointSerializer()));
        });
        using var secondary = await primary.AddSecondaryAsync(
            manager => manager.TryAddStateSerializer(new PointSerializer()));
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, Point>>("p");
        await primary.PutAsync(dictionary, 1L, new Point { X = 5, Name = "five" });
        Assert.Equal(1, serializer.WriteCount);
        Assert.Equal(0, serializer.ReadCount);
        var other = await secondary.Manager.GetOrAddAsync<IReliableDictionary2<long, Point>>("p");
        Assert.Equal(new Point { X = 5, Name = "five" }, (await secondary.GetAsync(other, 1L)).Value);
    }

    [Fact]
    public async Task A_serializer_that_throws_on_write_fails_the_call_and_the_transaction_goes_on()
    {
        using var primary = await TestReplica.OpenAsync(
            prepare: manager => manager.TryAddStateSerializer(new PointSerializer()));
        using var secondary = await primary.AddSecondaryAsync(
            manager => manager.TryAddStateSerializer(new PointSerializer()));
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, Point>>("p");
        using (var tx = primary.Begin())
        {
            await dictionary.SetAsync(tx, 1, new Point { X = 1, Name = "a" });
            await Assert.ThrowsAsync<NotSupportedException>(
                () => dictionary.SetAsync(tx, 2, new Point { X = 2, Name = PointSerializer.Unwritable }));
            await dictionary.SetAsync(tx, 3, new Point { X = 3, Name = "c" });
            await tx.CommitAsync();
        }
        var other = await secondary.Manager.GetOrAddAsync<IReliableDictionary2<long, Point>>("p");
        Assert.Equal([1, 3], (await secondary.AllAsync(other)).ConvertAll(p => p.Value.X));
    }

    [Fact]
    public async Task An_item_of_a_concurrent_queue_that_cannot_be_read_stays_in_the_queue()
    {
        var serializer = new PointSerializer();
        using var primary = await TestReplica.OpenAsync(
            prepare: manager => manager.TryAddStateSerializer(new PointSerializer()));
        using var secondary = await primary.AddSecondaryAsync(manager => manager.TryAddStateSerializer(serializer));
        var queue = await primary.Manager.GetOrAddAsync<IReliableConcurrentQueue<Point>>("q");
        using (var tx = primary.Begin())
        {
            await queue.EnqueueAsync(tx, new Point { X = 7, Name = "kept" });
            await tx.CommitAsync();
        }
        secondary.Become(ReplicaRole.Primary);
        var there = await secondary.Manager.GetOrAddAsync<IReliableConcurrentQueue<Point>>("q");
        serializer.IsUnreadable = true;
        using (var tx = secondary.Begin())
            await Assert.ThrowsAsync<NotSupportedException>(() => there.TryDequeueAsync(tx));
        serializer.IsUnreadable = false;
        Assert.Equal(1, there.Count);
        using (var tx = secondary.Begin())
            Assert.Equal(7, (await there.TryDequeueAsync(tx)).Value.X);
    }

    [Fact]
    public async Task A_secondary_reads_a_value_only_when_it_is_asked_for_and_then_once()
    {
        using var primary = await TestReplica.OpenAsync(
            prepare: manager => manager.TryAddStateSerializer(new PointSerializer()));
        var serializer = new PointSerializer();
        using var secondary = await primary.AddSecondaryAsync(manager => manager.TryAddStateSerializer(serializer));
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, Point>>("p");
        for (var i = 0; i < 10; i++)
            await primary.PutAsync(dictionary, i, new Point { X = i, Name = "n" });
        using var checkpoint = await secondary.CheckpointAsync();
        Assert.Equal(0, serializer.ReadCount);
        Assert.Equal(0, serializer.WriteCount);
        var other = await secondary.Manager.GetOrAddAsync<IReliableDictionary2<long, Point>>("p");
        await secondary.GetAsync(other, 4L);
        await secondary.GetAsync(other, 4L);
        Assert.Equal(1, serializer.ReadCount);
    }

    [Fact]
    public async Task A_serializer_of_bytes_is_not_passed_over()
    {
        using var primary = await TestReplica.OpenAsync(prepare: m => m.TryAddStateSerializer(new Reverser()));
        using var secondary = await primary.AddSecondaryAsync(m => m.TryAddStateSerializer(new Reverser()));
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("b");
        await primary.PutAsync(dictionary, 1L, [1, 2, 3]);
        var other = await secondary.Manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("b");
        Assert.Equal([1, 2, 3], (await secondary.GetAsync(other, 1L)).Value);
    }

    private static async Task RoundTripAsync<T>(params T[] values)
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, T>>("v");
        for (var i = 0; i < values.Length; i++)
            await primary.PutAsync(dictionary, i, values[i]);
        using var copy = await TestReplica.OpenAsync(System.Fabric.ReplicaRole.ActiveSecondary);
        await copy.RestoreAsync(await primary.CheckpointAsync());
        foreach (var replica in new[] { secondary, copy })
        {
            var other = await replica.Manager.GetOrAddAsync<IReliableDictionary2<long, T>>("v");
            for (var i = 0; i < values.Length; i++)
                Assert.Equal(values[i], (await replica.GetAsync(other, (long)i)).Value);
        }
    }

    [DataContract]
    public struct Point : IEquatable<Point>
    {
        [DataMember]
        public int X { get; set; }

        [DataMember]
        public string? Name { get; set; }

        public readonly bool Equals(Point other) => X == other.X && Name == other.Name;

        public override readonly bool Equals(object? obj) => obj is Point other && Equals(other);

        public override readonly int GetHashCode() => X;
    }

    [DataContract]
    public sealed class ContractKey : IEquatable<ContractKey>, IComparable<ContractKey>
    {
        [DataMember]
        public int Id { get; set; }

        public bool Equals(ContractKey? other) => other is not null && Id == other.Id;

        public override bool Equals(object? obj) => Equals(obj as ContractKey);

        public override int GetHashCode() => Id;

        public int CompareTo(ContractKey? other) => Id.CompareTo(other?.Id ?? int.MinValue);
    }

    [DataContract]
    public sealed class ForgetfulKey : IEquatable<ForgetfulKey>, IComparable<ForgetfulKey>
    {
        public int Lost { get; set; }

        public bool Equals(ForgetfulKey? other) => other is not null && Lost == other.Lost;

        public override bool Equals(object? obj) => Equals(obj as ForgetfulKey);

        public override int GetHashCode() => Lost;

        public int CompareTo(ForgetfulKey? other) => Lost.CompareTo(other?.Lost ?? int.MinValue);
    }

    [DataContract(Namespace = Namespace)]
    private sealed class Chain
    {
        internal const string Namespace = "";

        [DataMember]
        public Chain? Next { get; set; }

        [DataMember]
        public string? Text { get; set; }

        internal int Length
        {
            get
            {
                var length = 0;
                for (var link = this; link is not null; link = link.Next)
                    length++;
                return length;
            }
        }

        internal static Chain Of(int length)
        {
            Chain? chain = null;
            for (; length > 0; length--)
                chain = new Chain { Next = chain };
            return chain!;
        }
    }

    private sealed class Reverser : IStateSerializer<byte[]>
    {
        public byte[] Read(BinaryReader binaryReader) =>
            [.. System.Linq.Enumerable.Reverse(binaryReader.ReadBytes(binaryReader.ReadByte()))];

        public void Write(byte[] value, BinaryWriter binaryWriter)
        {
            binaryWriter.Write((byte)value.Length);
            binaryWriter.Write([.. System.Linq.Enumerable.Reverse(value)]);
        }

        public byte[] Read(byte[] baseValue, BinaryReader binaryReader) => Read(binaryReader);

        public void Write(byte[] baseValue, byte[] targetValue, BinaryWriter binaryWriter) =>
            Write(targetValue, binaryWriter);
    }

    private sealed class PointSerializer : IStateSerializer<Point>
    {
        internal const string Unwritable = "unwritable";

        internal int WriteCount { get; private set; }

        internal int ReadCount { get; private set; }

        internal bool IsUnreadable { get; set; }

        public Point Read(BinaryReader binaryReader)
        {
            ReadCount++;
            if (IsUnreadable)
                throw new NotSupportedException();
            return new Point { X = binaryReader.ReadInt32(), Name = binaryReader.ReadString() };
        }

        public void Write(Point value, BinaryWriter binaryWriter)
        {
            WriteCount++;
            binaryWriter.Write(value.X);
            if (value.Name == Unwritable)
                throw new NotSupportedException();
            binaryWriter.Write(value.Name!);
        }

        public Point Read(Point baseValue, BinaryReader binaryReader) => Read(binaryReader);

        public void Write(Point baseValue, Point targetValue, BinaryWriter binaryWriter) =>
            Write(targetValue, binaryWriter);
    }
}
