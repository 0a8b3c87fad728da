using System.Collections.Generic;
using System.IO;
using System.ServiceModel.Description;
using System.Xml;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Makes the codecs of the elements of one operation's messages.</summary>
/// <param name="operation">The operation.</param>
/// <param name="usesXmlSerializer">Whether its values are written by the XML serializer.</param>
internal sealed class PartMaker(OperationDescription operation, bool usesXmlSerializer)
{
    internal IEnumerable<Type> KnownTypes => operation.KnownTypes;

    /// <summary>Gets a name as XML can carry it.</summary>
    internal XmlDictionaryString Name(string name) => Entry(XmlConvert.EncodeLocalName(name)!);

    /// <summary>Gets a namespace; null stands for the contract's.</summary>
    internal XmlDictionaryString Space(string? space) => Entry(space ?? operation.Namespace);

    internal PartCodec Make(string name, string? space, Type type, int index, bool isReply)
    {
        var (element, ns) = (Name(name), Space(space));
        if (type == typeof(Stream))
            return new StreamPart(isReply, element, ns, index);
        return usesXmlSerializer
            ? new XmlPart(type, element, ns, index, operation.KnownTypes)
            : PartCodec.For(type, element, ns, index, operation.KnownTypes);
    }

    private XmlDictionaryString Entry(string text)
    {
        var dictionary = operation.DeclaringContract.Dictionary;
        lock (dictionary)
            return dictionary.Add(text);
    }
}
