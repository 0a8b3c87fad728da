using System.Runtime.Serialization;
using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>Writes nothing.</summary>
internal sealed class EmptyWriter : IBodyWriter
{
    internal static readonly EmptyWriter Instance = new();

    public void WriteBody(XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments)
    {
    }
}

/// <summary>Writes one object by a serializer.</summary>
internal sealed class ObjectWriter(object? value, XmlObjectSerializer serializer) : IBodyWriter
{
    public void WriteBody(XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments) =>
        serializer.WriteObject(writer, value);
}

/// <summary>Writes by a writer of the user's.</summary>
internal sealed class GivenWriter(BodyWriter body) : IBodyWriter
{
    public void WriteBody(XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments) =>
        body.WriteBodyContents(writer);
}

/// <summary>Copies from a reader, once.</summary>
internal sealed class ReaderWriter(XmlDictionaryReader reader) : IBodyWriter
{
    public void WriteBody(XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments)
    {
        reader.MoveToContent();
        while (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None) && !reader.EOF)
            writer.WriteNode(reader, defattr: false);
    }
}
