using System.Runtime.Serialization;
using System.Xml;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>A number or truth value, written without a serializer: the same bytes.</summary>
internal sealed class ValuePart<T>(
    Action<XmlDictionaryWriter, T> write,
    Func<XmlDictionaryReader, T> read,
    XmlDictionaryString name,
    XmlDictionaryString space,
    int index) : PartCodec(name, space, index)
    where T : struct
{
    internal override void Write(XmlDictionaryWriter writer, object? value)
    {
        writer.WriteStartElement("", Name, Namespace);
        write(writer, value is T set ? set : default);
        writer.WriteEndElement();
    }

    internal override object? Read(XmlDictionaryReader reader)
    {
        try
        {
            return read(reader);
        }
        catch (XmlException e)
        {
            // What is no number is the sender's mistake; malformed XML shows again when the rest is read.
            throw new SerializationException($"The element '{Name.Value}' is no {typeof(T)}: {e.Message}", e);
        }
    }
}

/// <summary>Makes the parts whose type has its own record in the binary format.</summary>
internal static class ValuePart
{
    internal static PartCodec? TryMake(Type type, XmlDictionaryString name, XmlDictionaryString space, int index) =>
        Type.GetTypeCode(type) switch
        {
            _ when type.IsEnum => null,
            TypeCode.Int32 => new ValuePart<int>(
                static (w, v) => w.WriteValue(v), static r => r.ReadElementContentAsInt(), name, space, index),
            TypeCode.Int64 => new ValuePart<long>(
                static (w, v) => w.WriteValue(v), static r => r.ReadElementContentAsLong(), name, space, index),
            TypeCode.Boolean => new ValuePart<bool>(
                static (w, v) => w.WriteValue(v), static r => r.ReadElementContentAsBoolean(), name, space, index),
            TypeCode.Double => new ValuePart<double>(
                static (w, v) => w.WriteValue(v), static r => r.ReadElementContentAsDouble(), name, space, index),
            _ => null,
        };
}
