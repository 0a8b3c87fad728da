using System.IO;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>An array whose elements have a codec of their own: their number, -1 for null, and one after the other.
/// </summary>
internal sealed class ArrayCodec<T> : Codec<T[]?>
{
    private static readonly Codec<T> Element = Codec<T>.Default;

    internal override int BytesMin => sizeof(int);

    internal override void Write(MessageBuffer buffer, T[]? value)
    {
        buffer.WriteInt32(value?.Length ?? -1);
        foreach (var element in value ?? [])
            Element.Write(buffer, element);
    }

    internal override T[]? Read(ref MessageReader reader)
    {
        var count = reader.ReadInt32();
        if (count == -1)
            return null;
        if (count < 0 || (long)count * Element.BytesMin > reader.Left)
            throw new InvalidDataException($"{count} elements are announced and {reader.Left} bytes are left.");
        var elements = new T[count];
        for (var i = 0; i < count; i++)
            elements[i] = Element.Read(ref reader);
        return elements;
    }
}
