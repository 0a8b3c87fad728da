using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Remoting.Wire;

internal static class CodecTable
{
    // Their memory image is their value, the same on every platform that .NET runs on (little-endian).
    private static readonly HashSet<Type> Unmanaged =
    [
        typeof(bool), typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint),
        typeof(long),
        typeof(ulong), typeof(float), typeof(double), typeof(decimal), typeof(char), typeof(Guid), typeof(TimeSpan),
    ];

    internal static Codec<T> Create<T>() =>
        (Codec<T>)Activator.CreateInstance(DirectOf(typeof(T)) ?? typeof(DataContractCodec<T>))!;

    // Null for what only DataContract writes.
    private static Type? DirectOf(Type type)
    {
        if (type == typeof(Nothing))
            return typeof(NothingCodec);
        if (type == typeof(string))
            return typeof(StringCodec);
        if (type == typeof(byte[]))
            return typeof(ByteArrayCodec);
        if (Unmanaged.Contains(type))
            return typeof(UnmanagedCodec<>).MakeGenericType(type);
        if (type.IsSZArray && type.GetElementType() is { } element && DirectOf(element) is not null)
            return typeof(ArrayCodec<>).MakeGenericType(element);
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>)
            && Array.TrueForAll(type.GenericTypeArguments, a => DirectOf(a) is not null))
        {
            return typeof(PairCodec<,>).MakeGenericType(type.GenericTypeArguments);
        }

        return null;
    }
}
