using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Data;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>
/// Determines which serializer a type gets: the service's own, else a built-in one, else data contracts.
/// </summary>
internal sealed class SerializerRegistry
{
    private static readonly Dictionary<Type, object> BuiltIn = new()
    {
        [typeof(Guid)] = new BlittableCodec<Guid>(),
        [typeof(bool)] = new BlittableCodec<bool>(),
        [typeof(byte)] = new BlittableCodec<byte>(),
        [typeof(sbyte)] = new BlittableCodec<sbyte>(),
        [typeof(char)] = new BlittableCodec<char>(),
        [typeof(decimal)] = new BlittableCodec<decimal>(),
        [typeof(double)] = new BlittableCodec<double>(),
        [typeof(float)] = new BlittableCodec<float>(),
        [typeof(int)] = new BlittableCodec<int>(),
        [typeof(uint)] = new BlittableCodec<uint>(),
        [typeof(long)] = new BlittableCodec<long>(),
        [typeof(ulong)] = new BlittableCodec<ulong>(),
        [typeof(short)] = new BlittableCodec<short>(),
        [typeof(ushort)] = new BlittableCodec<ushort>(),
        [typeof(string)] = new StringCodec(),
        [typeof(byte[])] = new BytesCodec(),
    };

    private readonly ConcurrentDictionary<Type, object> _custom = new();

    /// <summary>Adds a serializer; it serves collections created or loaded afterwards.</summary>
    /// <returns>False if the type has one already: the first wins.</returns>
    internal bool TryAdd<T>(IStateSerializer<T> serializer) => _custom.TryAdd(typeof(T),
        serializer is IBytesSerializer<T> onBytes
            ? new BytesSerializerCodec<T>(onBytes)
            : new CustomCodec<T>(serializer));

    internal ValueCodec<T> Get<T>()
    {
        if (_custom.TryGetValue(typeof(T), out var custom))
            return (ValueCodec<T>)custom;
        return BuiltIn.TryGetValue(typeof(T), out var builtIn)
            ? (ValueCodec<T>)builtIn
            : new DataContractCodec<T>();
    }
}
