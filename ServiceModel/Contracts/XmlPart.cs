using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Serialization;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>A value that an <see cref="XmlSerializer"/> writes; null is left out.</summary>
internal sealed class XmlPart(
    Type type, XmlDictionaryString name, XmlDictionaryString space, int index, IEnumerable<Type> knownTypes)
    : PartCodec(name, space, index)
{
    private static readonly XmlSerializerNamespaces NoPrefixes = new([XmlQualifiedName.Empty]);

    private readonly XmlSerializer _serializer = new(
        type,
        null,
        knownTypes.ToArray(),
        new XmlRootAttribute(name.Value) { Namespace = space.Value },
        space.Value);

    internal override void Write(XmlDictionaryWriter writer, object? value)
    {
        if (value is null)
            return;
        try
        {
            _serializer.Serialize(writer, value, NoPrefixes);
        }
        catch (InvalidOperationException e)
        {
            throw new SerializationException((e.InnerException ?? e).Message, e);
        }
    }

    internal override object? Read(XmlDictionaryReader reader)
    {
        try
        {
            return _serializer.Deserialize(reader);
        }
        catch (InvalidOperationException e)
        {
            throw new SerializationException((e.InnerException ?? e).Message, e.InnerException ?? e);
        }
    }
}
