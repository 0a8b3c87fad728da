using System;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Data;

/// <summary>
/// A serializer that works on bytes, without a stream and a reader for each value. It is not Service Fabric's.
/// </summary>
/// <typeparam name="T">The type that is serialized.</typeparam>
/// <remarks>
/// It is added as any other, by <c>TryAddStateSerializer</c>, and the collections then call the methods of this
/// interface only. Service Fabric calls those of <see cref="IStateSerializer{T}"/>. Any thread may call it, several at
/// a time. Null is never passed.
/// </remarks>
public interface IBytesSerializer<T> : IStateSerializer<T>
{
    /// <summary>Gets how many bytes a value takes. Called once before each write of the value.</summary>
    /// <param name="value">The value.</param>
    /// <returns>The number of bytes that <see cref="Write(T, Span{byte})"/> fills.</returns>
    int GetByteCount(T value);

    /// <summary>Writes a value.</summary>
    /// <param name="value">The value.</param>
    /// <param name="target">Exactly as many bytes as <see cref="GetByteCount"/> said; valid during the call only. All
    /// of them must be written: what is left out holds bytes of an earlier use.</param>
    void Write(T value, Span<byte> target);

    /// <summary>Reads what was written.</summary>
    /// <param name="bytes">All bytes of one value; valid during the call only.</param>
    /// <returns>The value.</returns>
    T Read(ReadOnlySpan<byte> bytes);
}
