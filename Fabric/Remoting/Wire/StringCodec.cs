using System.Text;

namespace SfPerf.Fabric.Remoting.Wire;

internal sealed class StringCodec : Codec<string?>
{
    internal override int BytesMin => sizeof(int);

    internal override void Write(MessageBuffer buffer, string? value)
    {
        if (value is null)
        {
            buffer.WriteInt32(-1);
            return;
        }
        var bytes = Encoding.UTF8.GetByteCount(value);
        buffer.WriteInt32(bytes);
        Encoding.UTF8.GetBytes(value, buffer.GetSpan(bytes));
        buffer.Advance(bytes);
    }

    internal override string? Read(ref MessageReader reader) =>
        reader.TryReadBytes(out var bytes) ? Encoding.UTF8.GetString(bytes) : null;
}
