#nullable disable

using System.IO;

namespace Microsoft.ServiceFabric.Data;

/// <summary>Turns values of one type into bytes and back, for the log, checkpoints and other replicas.</summary>
/// <typeparam name="T">The type of the values.</typeparam>
/// <remarks>
/// <para>Any thread may call the methods, several at a time. Null is never passed: collections store it themselves.
/// Bytes that a version of the program has written must be readable by every later version, and by every version that
/// runs beside it.</para>
/// <para>An exception of <c>Write</c> fails the call that writes; its transaction stays active. Values are read when
/// somebody first asks for them, and an exception then fails that call. Keys are read when a record is applied and when
/// a checkpoint is loaded, and an exception then faults the replica.</para>
/// <para>Only the overloads without a base value are called. For a serializer without a stream and a reader for each
/// value, implement <c>IBytesSerializer</c>, which is not Service Fabric's.</para>
/// </remarks>
public interface IStateSerializer<T>
{
    /// <summary>Reads a value.</summary>
    /// <param name="binaryReader">Over the bytes of this one value, from the first to the last; valid during the call
    /// only.</param>
    /// <returns>The value.</returns>
    T Read(BinaryReader binaryReader);

    /// <summary>Reads a value that was written as the difference to a base value. Never called here.</summary>
    /// <param name="baseValue">The base value.</param>
    /// <param name="binaryReader">Over the bytes of the difference.</param>
    /// <returns>The value.</returns>
    T Read(T baseValue, BinaryReader binaryReader);

    /// <summary>Writes a value as the difference to a base value. Never called here.</summary>
    /// <param name="baseValue">The base value.</param>
    /// <param name="targetValue">The value.</param>
    /// <param name="binaryWriter">Takes the bytes of the difference.</param>
    void Write(T baseValue, T targetValue, BinaryWriter binaryWriter);

    /// <summary>Writes a value.</summary>
    /// <param name="value">The value; not null.</param>
    /// <param name="binaryWriter">Takes the bytes, and is flushed after the call. Its stream appends only: it can
    /// neither seek nor read. Valid during the call only.</param>
    void Write(T value, BinaryWriter binaryWriter);
}
