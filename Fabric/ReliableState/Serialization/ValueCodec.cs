using System;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>
/// Turns values of one type into bytes and back. Null is handled by the caller. Any thread may call it.
/// </summary>
internal abstract class ValueCodec<T>
{
    /// <summary>Gets whether a key of this type surely equals itself after a round trip.</summary>
    internal virtual bool IsExact => false;

    /// <summary>Gets whether the bytes of a value are the value itself.</summary>
    internal virtual bool IsIdentity => false;

    internal abstract void Write(T value, ByteWriter writer);

    /// <param name="bytes">Valid during the call only.</param>
    internal abstract T Read(ReadOnlyMemory<byte> bytes);
}
