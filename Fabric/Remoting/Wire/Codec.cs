namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>Writes and reads one argument or result type. Thread safe.</summary>
internal abstract class Codec<T>
{
    /// <summary>
    /// Gets the codec of this type: direct for primitives, strings and byte arrays, else DataContract.
    /// </summary>
    internal static readonly Codec<T> Default = CodecTable.Create<T>();

    internal abstract void Write(MessageBuffer buffer, T value);

    internal abstract T Read(ref MessageReader reader);
}
