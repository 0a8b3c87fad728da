namespace SfPerf.Fabric.Remoting.Wire;

internal sealed class ByteArrayCodec : Codec<byte[]?>
{
    internal override int BytesMin => sizeof(int);

    internal override void Write(MessageBuffer buffer, byte[]? value)
    {
        buffer.WriteInt32(value?.Length ?? -1);
        buffer.Write(value);
    }

    internal override byte[]? Read(ref MessageReader reader) =>
        reader.TryReadBytes(out var bytes) ? reader.Arrays?.Copy(bytes) ?? bytes.ToArray() : null;
}
