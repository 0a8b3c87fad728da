using System;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Data;

/// <summary>
/// What our collections can use beyond Service Fabric's interface: a serializer that works on bytes, without a stream
/// and a reader for each value. Any thread may call it.
/// </summary>
/// <typeparam name="T">The type that is serialized.</typeparam>
public interface IBytesSerializer<T> : IStateSerializer<T>
{
    /// <summary>Gets how many bytes a value takes.</summary>
    /// <param name="value">The value.</param>
    int GetByteCount(T value);

    /// <summary>Writes a value.</summary>
    /// <param name="value">The value.</param>
    /// <param name="target">Exactly as many bytes as <see cref="GetByteCount"/> said.</param>
    void Write(T value, Span<byte> target);

    /// <summary>Reads what was written.</summary>
    /// <param name="bytes">All bytes of one value; valid during the call only.</param>
    T Read(ReadOnlySpan<byte> bytes);
}
