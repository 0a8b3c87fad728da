namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>Writes and reads one argument or result type. Thread safe.</summary>
internal abstract class Codec<T>
{
    /// <summary>
    /// Gets the codec of this type: direct for primitives, strings, byte arrays, and arrays and pairs of such, else
    /// DataContract.
    /// </summary>
    internal static readonly Codec<T> Default = CodecTable.Create<T>();

    /// <summary>Gets the fewest bytes a value takes: more elements than can be there are refused.</summary>
    internal virtual int BytesMin => 1;

    internal abstract void Write(MessageBuffer buffer, T value);

    internal abstract T Read(ref MessageReader reader);
}
