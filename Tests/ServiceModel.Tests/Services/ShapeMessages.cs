using System.IO;
using System.ServiceModel;
using System.Xml.Serialization;

namespace SfPerf.ServiceModel.Tests.Services;

[MessageContract(WrapperName = "Ask", WrapperNamespace = "urn:wrapped")]
public class Question
{
    [MessageHeader(Namespace = "urn:headers", MustUnderstand = true)]
    public string? User { get; set; }

    [MessageBodyMember(Order = 1)]
    public int Count { get; set; }

    [MessageBodyMember(Order = 0, Name = "what", Namespace = "urn:what")]
    public string? Text { get; set; }
}

[MessageContract]
public sealed class Answer
{
    [MessageHeader]
    public MessageHeader<Item>? Served { get; set; }

    [MessageBodyMember]
    public string? Text { get; set; }
}

[MessageContract(IsWrapped = false)]
public sealed class Bare
{
    [MessageBodyMember]
    public Item? Item { get; set; }
}

[MessageContract]
public sealed class Upload
{
    [MessageHeader]
    public string? Name { get; set; }

    [MessageBodyMember]
    public Stream? Bytes { get; set; }
}

public sealed class Purchase
{
    [XmlAttribute]
    public string? Number { get; set; }

    [XmlElement("line")]
    public string[]? Lines { get; set; }

    public decimal Sum { get; set; }

    [XmlIgnore]
    public string? Secret { get; set; }
}
