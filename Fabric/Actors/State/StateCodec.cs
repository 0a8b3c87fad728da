using System;
using System.Collections.Concurrent;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Microsoft.ServiceFabric.Actors;
using SfPerf.Fabric.Actors.Client;
using SfPerf.Platform;

namespace SfPerf.Fabric.Actors.State;

/// <summary>
/// Specifies what a stored state begins with: the form of the bytes after it. The values are stored; they never change.
/// </summary>
internal enum StateTag : byte
{
    Null = 0,
    Boolean = TypeCode.Boolean,
    Char = TypeCode.Char,
    SByte = TypeCode.SByte,
    Byte = TypeCode.Byte,
    Int16 = TypeCode.Int16,
    UInt16 = TypeCode.UInt16,
    Int32 = TypeCode.Int32,
    UInt32 = TypeCode.UInt32,
    Int64 = TypeCode.Int64,
    UInt64 = TypeCode.UInt64,
    Single = TypeCode.Single,
    Double = TypeCode.Double,
    Decimal = TypeCode.Decimal,
    DateTime = TypeCode.DateTime,

    /// <summary>Text in UTF-8.</summary>
    String = TypeCode.String,

    /// <summary>Text in UTF-16: what UTF-8 cannot hold, a surrogate alone.</summary>
    StringOfUnits = 19,
    Guid = 32,
    TimeSpan = 33,
    Bytes = 34,

    /// <summary>A data contract in binary XML.</summary>
    DataContract = 64,
}

/// <summary>Turns the states of one type into bytes and back: a tag, then the value. Any thread may call it.</summary>
internal abstract class StateCodec<T>
{
    private static readonly byte[] Null = [(byte)StateTag.Null];

    internal static StateCodec<T> Instance { get; } = (StateCodec<T>)StateCodecs.Create(typeof(T));

    /// <summary>Makes the bytes of a value, in an array of their own.</summary>
    /// <exception cref="SerializationException">The value cannot be serialized.</exception>
    internal byte[] Write(T? value) => value is null ? Null : WriteValue(value);

    /// <summary>Reads what was written.</summary>
    /// <exception cref="SerializationException">The bytes are those of another type.</exception>
    internal T Read(byte[] stored)
    {
        if (stored.Length == 0 || stored[0] == (byte)StateTag.Null)
            return default!;
        return TryRead((StateTag)stored[0], stored.AsSpan(1), out var value) ? value : throw new SerializationException(
            $"A state that was stored as {(StateTag)stored[0]} cannot be read as {typeof(T)}.");
    }

    protected abstract byte[] WriteValue(T value);

    protected abstract bool TryRead(StateTag tag, ReadOnlySpan<byte> bytes, out T value);
}

/// <summary>Determines which codec a type gets.</summary>
internal static class StateCodecs
{
    private static readonly MethodInfo WriteMethod =
        typeof(StateCodecs).GetMethod(nameof(WriteAs), BindingFlags.Static | BindingFlags.NonPublic)!;

    private static readonly ConcurrentDictionary<Type, Func<object?, byte[]>> Writers = new();

    /// <summary>Makes the bytes of a value whose type is not known at compile time.</summary>
    internal static byte[] Write(Type type, object? value) => Writers.GetOrAdd(type, static t =>
        WriteMethod.MakeGenericMethod(t).CreateDelegate<Func<object?, byte[]>>())(value);

    internal static object Create(Type type)
    {
        if (type == typeof(byte[]))
            return new BytesStateCodec();
        if (type == typeof(string))
            return new StringStateCodec();
        if (type == typeof(DateTime))
            return new DateTimeStateCodec();
        if (TagOf(type) is { } tag)
            return Activator.CreateInstance(typeof(NumberStateCodec<>).MakeGenericType(type), tag)!;
        return Activator.CreateInstance(typeof(DataContractStateCodec<>).MakeGenericType(type))!;
    }

    private static byte[] WriteAs<T>(object? value) => StateCodec<T>.Instance.Write((T?)value);

    private static StateTag? TagOf(Type type) => type == typeof(Guid) ? StateTag.Guid
        : type == typeof(TimeSpan) ? StateTag.TimeSpan
        : !type.IsEnum && Type.GetTypeCode(type) is >= TypeCode.Boolean and <= TypeCode.Decimal and var code
            ? (StateTag)code
        : null;
}

/// <summary>The bytes themselves.</summary>
internal sealed class BytesStateCodec : StateCodec<byte[]>
{
    protected override byte[] WriteValue(byte[] value)
    {
        var stored = GC.AllocateUninitializedArray<byte>(1 + value.Length);
        stored[0] = (byte)StateTag.Bytes;
        value.CopyTo(stored, 1);
        return stored;
    }

    protected override bool TryRead(StateTag tag, ReadOnlySpan<byte> bytes, out byte[] value)
    {
        value = tag == StateTag.Bytes ? bytes.ToArray() : [];
        return tag == StateTag.Bytes;
    }
}

/// <summary>Text; a surrogate alone survives too.</summary>
internal sealed class StringStateCodec : StateCodec<string>
{
    private static readonly UTF8Encoding Utf8 = new(false, throwOnInvalidBytes: true);

    protected override byte[] WriteValue(string value)
    {
        try
        {
            var stored = new byte[1 + Utf8.GetByteCount(value)];
            stored[0] = (byte)StateTag.String;
            Utf8.GetBytes(value, stored.AsSpan(1));
            return stored;
        }
        catch (EncoderFallbackException)
        {
            return [(byte)StateTag.StringOfUnits, .. MemoryMarshal.AsBytes(value.AsSpan())];
        }
    }

    protected override bool TryRead(StateTag tag, ReadOnlySpan<byte> bytes, out string value)
    {
        value = tag == StateTag.String ? Utf8.GetString(bytes)
            : tag == StateTag.StringOfUnits ? new string(MemoryMarshal.Cast<byte, char>(bytes))
            : "";
        return tag is StateTag.String or StateTag.StringOfUnits;
    }
}

/// <summary>The time and whether it is UTC or local; a local one is stored as an instant.</summary>
internal sealed class DateTimeStateCodec : StateCodec<DateTime>
{
    private static readonly NumberStateCodec<long> Numbers = new(StateTag.DateTime);

    protected override byte[] WriteValue(DateTime value) => Numbers.Write(value.ToBinary());

    protected override bool TryRead(StateTag tag, ReadOnlySpan<byte> bytes, out DateTime value)
    {
        var isTime = tag == StateTag.DateTime && bytes.Length == sizeof(long);
        value = isTime ? DateTime.FromBinary(MemoryMarshal.Read<long>(bytes)) : default;
        return isTime;
    }
}

/// <summary>The memory of a simple value, little endian (as on every machine that .NET 10 runs on).</summary>
internal sealed class NumberStateCodec<T>(StateTag tag) : StateCodec<T>
    where T : unmanaged
{
    protected override byte[] WriteValue(T value) => [(byte)tag, .. MemoryMarshal.AsBytes([value])];

    protected override bool TryRead(StateTag found, ReadOnlySpan<byte> bytes, out T value)
    {
        value = default;
        return found == tag && MemoryMarshal.TryRead(bytes, out value);
    }
}

/// <summary>Data contracts over binary XML: what types get that have nothing better. About ten times slower.</summary>
internal sealed class DataContractStateCodec<T> : StateCodec<T>
{
    /// <summary>The deepest nesting of elements of a state. A list of linked objects takes a level for each.</summary>
    internal const int DepthMax = 512;

    private static readonly BoundedBinaryXml Xml = new(DepthMax);
    private static readonly Type[] KnownTypes = [typeof(ActorReference)];

    private readonly DataContractSerializer _serializer = new(typeof(T), KnownTypes);

    // An actor or its proxy is stored as its reference, and bound again when it is read.
    public DataContractStateCodec() => _serializer.SetSerializationSurrogateProvider(ActorSurrogate.Instance);

    protected override byte[] WriteValue(T value)
    {
        using var stream = new MemoryStream();
        stream.WriteByte((byte)StateTag.DataContract);
        try
        {
            using var xml = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false);
            _serializer.WriteObject(xml, value);
        }
        catch (InvalidDataContractException e)
        {
            throw new SerializationException($"A {typeof(T)} cannot be a state: {e.Message}", e);
        }

        var bytes = stream.ToArray();
        Xml.Check(bytes.AsMemory(1), typeof(T));
        return bytes;
    }

    protected override bool TryRead(StateTag tag, ReadOnlySpan<byte> bytes, out T value)
    {
        value = default!;
        if (tag != StateTag.DataContract)
            return false;
        using var xml = Xml.Read(bytes.ToArray());
        value = (T)_serializer.ReadObject(xml)!;
        return true;
    }
}
