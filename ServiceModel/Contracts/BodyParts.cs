using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using System.ServiceModel.Channels;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>The wrapper element of a request or reply and the parts in it.</summary>
internal sealed class BodyParts : IBodyWriter
{
    private readonly XmlDictionaryString _name;
    private readonly XmlDictionaryString _space;
    private readonly PartCodec[] _parts;

    internal BodyParts(XmlDictionaryString name, XmlDictionaryString space, IEnumerable<PartCodec> parts)
    {
        _name = name;
        _space = space;
        _parts = parts.ToArray();
    }

    public void WriteBody(XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments)
    {
        writer.WriteStartElement("", _name, _space);
        foreach (var part in _parts)
            part.Write(writer, part.Index < 0 ? result : arguments[part.Index]);
        writer.WriteEndElement();
    }

    internal object? Read(XmlDictionaryReader reader, bool isBodyEmpty, object?[] arguments)
    {
        if (isBodyEmpty || !reader.IsStartElement(_name, _space))
        {
            throw new SerializationException($"The body holds no element '{_name.Value}' of namespace '{_space.Value}'"
                + (isBodyEmpty ? "; it is empty." : $" but '{reader.LocalName}' of '{reader.NamespaceURI}'."));
        }

        object? result = null;
        var isEmpty = reader.IsEmptyElement;
        reader.Read();
        if (isEmpty)
            return null;
        for (var next = 0; reader.IsStartElement();)
        {
            var found = Find(reader, next);
            if (found < 0)
            {
                reader.Skip();
                continue;
            }

            next = found + 1;
            var value = _parts[found].Read(reader);
            if (_parts[found].Index < 0)
                result = value;
            else
                arguments[_parts[found].Index] = value;
        }

        reader.ReadEndElement();
        return result;
    }

    private int Find(XmlDictionaryReader reader, int first)
    {
        for (var i = first; i < _parts.Length; i++)
        {
            if (reader.IsStartElement(_parts[i].Name, _parts[i].Namespace))
                return i;
        }

        return -1;
    }
}
