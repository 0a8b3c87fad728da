using System.Collections.Generic;
using System.Runtime.Serialization;
using System.Xml;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>A value of any data contract.</summary>
internal sealed class ContractPart(
    Type type, XmlDictionaryString name, XmlDictionaryString space, int index, IEnumerable<Type> knownTypes)
    : PartCodec(name, space, index)
{
    private readonly DataContractSerializer _serializer = new(type, name, space, knownTypes);

    internal override void Write(XmlDictionaryWriter writer, object? value) => _serializer.WriteObject(writer, value);

    internal override object? Read(XmlDictionaryReader reader) =>
        _serializer.ReadObject(reader, verifyObjectName: false);
}
