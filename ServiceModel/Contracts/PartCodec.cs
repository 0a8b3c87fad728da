using System.Collections.Generic;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Writes and reads one parameter or result as one element.</summary>
internal abstract class PartCodec(XmlDictionaryString name, XmlDictionaryString space, int index)
{
    internal XmlDictionaryString Name { get; } = name;

    internal XmlDictionaryString Namespace { get; } = space;

    /// <summary>Gets the place among the arguments; negative for the result.</summary>
    internal int Index { get; } = index;

    internal static PartCodec For(
        Type type, XmlDictionaryString name, XmlDictionaryString space, int index, IEnumerable<Type> knownTypes)
    {
        if (type == typeof(string) || type == typeof(byte[]))
            return new ReferencePart(type == typeof(string), name, space, index);
        return ValuePart.TryMake(type, name, space, index) ?? new ContractPart(type, name, space, index, knownTypes);
    }

    internal abstract void Write(XmlDictionaryWriter writer, object? value);

    /// <summary>Reads the element the reader stands on and moves past it.</summary>
    internal abstract object? Read(XmlDictionaryReader reader);

    protected void WriteNil(XmlDictionaryWriter writer)
    {
        writer.WriteStartElement("", Name, Namespace);
        writer.WriteAttributeString("i", "nil", Names.SchemaInstance, "true");
        writer.WriteEndElement();
    }

    protected static bool SkipNil(XmlDictionaryReader reader)
    {
        if (reader.AttributeCount == 0 || reader.GetAttribute("nil", Names.SchemaInstance) is not ("true" or "1"))
            return false;
        reader.Skip();
        return true;
    }
}
