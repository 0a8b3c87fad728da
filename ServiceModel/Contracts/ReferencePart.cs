using System.Xml;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>A string or byte array, written without a serializer: the same bytes at less cost.</summary>
internal sealed class ReferencePart(bool isText, XmlDictionaryString name, XmlDictionaryString space, int index)
    : PartCodec(name, space, index)
{
    internal override void Write(XmlDictionaryWriter writer, object? value)
    {
        if (value is null)
        {
            WriteNil(writer);
            return;
        }

        writer.WriteStartElement("", Name, Namespace);
        if (isText)
        {
            writer.WriteString((string)value);
        }
        else
        {
            var bytes = (byte[])value;
            writer.WriteBase64(bytes, 0, bytes.Length);
        }

        writer.WriteEndElement();
    }

    internal override object? Read(XmlDictionaryReader reader)
    {
        if (SkipNil(reader))
            return null;
        return isText ? reader.ReadElementContentAsString() : reader.ReadElementContentAsBase64();
    }
}
