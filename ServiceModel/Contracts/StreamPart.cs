using System.Buffers;
using System.IO;
using System.Runtime.Serialization;
using System.Xml;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>A stream, written as a byte array is. It is read from where it stands; what arrives is in memory.</summary>
/// <param name="isReply">Whether a service writes it, which gives it away.</param>
/// <param name="name">The element.</param>
/// <param name="space">Its namespace.</param>
/// <param name="index">The place among the arguments.</param>
internal sealed class StreamPart(bool isReply, XmlDictionaryString name, XmlDictionaryString space, int index)
    : PartCodec(name, space, index)
{
    // A multiple of three, so that no base64 text ends within.
    private const int Piece = 48 * 1024;

    internal override void Write(XmlDictionaryWriter writer, object? value)
    {
        if (value is null)
        {
            WriteNil(writer);
            return;
        }

        var stream = (Stream)value;
        var piece = ArrayPool<byte>.Shared.Rent(Piece);
        try
        {
            writer.WriteStartElement("", Name, Namespace);
            for (int count; (count = stream.ReadAtLeast(piece.AsSpan(0, Piece), Piece, throwOnEndOfStream: false)) > 0;)
                writer.WriteBase64(piece, 0, count);
            writer.WriteEndElement();
        }
        catch (Exception e) when (e is IOException or NotSupportedException or ObjectDisposedException)
        {
            throw new SerializationException($"The stream '{Name.Value}' cannot be read: {e.Message}", e);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(piece);
            if (isReply)
                stream.Dispose();
        }
    }

    internal override object? Read(XmlDictionaryReader reader) =>
        SkipNil(reader) ? null : new MemoryStream(reader.ReadElementContentAsBase64(), writable: false);
}
