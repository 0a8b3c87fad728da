using System.Runtime.Serialization;
using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>A header whose content a serializer writes.</summary>
internal sealed class ObjectHeader(
    string name,
    string ns,
    object? value,
    XmlObjectSerializer? serializer,
    bool mustUnderstand,
    string? actor,
    bool relay) : MessageHeader
{
    private XmlObjectSerializer? _serializer = serializer;

    public override string Name { get; } = string.IsNullOrEmpty(name)
        ? throw new ArgumentException("A header needs a name.", nameof(name)) : name;

    public override string Namespace { get; } = ns ?? throw new ArgumentNullException(nameof(ns));

    public override string Actor => actor ?? "";

    public override bool MustUnderstand => mustUnderstand;

    public override bool Relay => relay;

    protected override void OnWriteHeaderContents(XmlDictionaryWriter writer, MessageVersion messageVersion)
    {
        _serializer ??= new DataContractSerializer(value?.GetType() ?? typeof(object));
        _serializer.WriteObjectContent(writer, value);
    }
}
