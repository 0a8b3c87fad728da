using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>The wrapper element of a request or reply and the parts in it; or the parts alone.</summary>
internal sealed class BodyParts : BodyCodec
{
    private readonly XmlDictionaryString? _name;
    private readonly XmlDictionaryString _space;
    private readonly PartCodec[] _parts;
    private readonly bool _isRequest;

    internal BodyParts(
        XmlDictionaryString? name, XmlDictionaryString space, IEnumerable<PartCodec> parts, bool isRequest)
    {
        _isRequest = isRequest;
        _name = name;
        _space = space;
        _parts = parts.ToArray();
    }

    public override void WriteBody(
        XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments)
    {
        if (_name is not null)
            writer.WriteStartElement("", _name, _space);
        foreach (var part in _parts)
            Write(part, writer, part.Index < 0 ? result : arguments[part.Index]);
        if (_name is not null)
            writer.WriteEndElement();
    }

    internal override object? Read(XmlDictionaryReader reader, bool isBodyEmpty, object?[] arguments)
    {
        if (_name is null)
            return isBodyEmpty ? null : ReadParts(reader, arguments);
        if (isBodyEmpty || !reader.IsStartElement(_name, _space))
        {
            throw new SerializationException($"The body holds no element '{_name.Value}' of namespace '{_space.Value}'"
                + (isBodyEmpty ? "; it is empty." : $" but '{reader.LocalName}' of '{reader.NamespaceURI}'."));
        }

        var isEmpty = reader.IsEmptyElement;
        reader.Read();
        if (isEmpty)
            return null;
        var result = ReadParts(reader, arguments);
        reader.ReadEndElement();
        return result;
    }

    private object? ReadParts(XmlDictionaryReader reader, object?[] arguments)
    {
        object? result = null;
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

        return result;
    }

    // If an argument cannot be serialized, the caller gets the exception that every failed call throws. A reply that
    // cannot be written becomes a fault.
    private void Write(PartCodec part, XmlDictionaryWriter writer, object? value)
    {
        try
        {
            part.Write(writer, value);
        }
        catch (SerializationException e) when (_isRequest)
        {
            throw new CommunicationException(
                $"The parameter '{part.Name.Value}' of '{_name?.Value ?? "the message"}' cannot be serialized: "
                + e.Message,
                e);
        }
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
