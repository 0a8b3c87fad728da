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

    internal static Codec<T> Create<T>()
    {
        if (typeof(T) == typeof(Nothing))
            return (Codec<T>)(object)new NothingCodec();
        if (typeof(T) == typeof(string))
            return (Codec<T>)(object)new StringCodec();
        if (typeof(T) == typeof(byte[]))
            return (Codec<T>)(object)new ByteArrayCodec();
        if (Unmanaged.Contains(typeof(T)))
            return (Codec<T>)Activator.CreateInstance(typeof(UnmanagedCodec<>).MakeGenericType(typeof(T)))!;
        return new DataContractCodec<T>();
    }
}
