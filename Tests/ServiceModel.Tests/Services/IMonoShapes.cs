using System.ServiceModel;
using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>The contract of Data/MonoShapes.cs.</summary>
[ServiceContract(Namespace = "urn:shapes")]
public interface IMonoShapes
{
    [OperationContract]
    string Header(string name);

    [OperationContract]
    MonoAnswer Ask(MonoQuestion question);

    [OperationContract]
    [XmlSerializerFormat]
    Purchase Buy(Purchase purchase);

    [OperationContract(Action = "urn:shapes/echo", ReplyAction = "urn:shapes/echoed")]
    Message Echo(Message message);
}

[MessageContract(WrapperName = "Ask", WrapperNamespace = "urn:wrapped")]
public sealed class MonoQuestion
{
    [MessageHeader(Namespace = "urn:headers")]
    public string? User { get; set; }

    [MessageBodyMember(Order = 0)]
    public int Count { get; set; }

    [MessageBodyMember(Order = 1, Name = "what", Namespace = "urn:what")]
    public string? Text { get; set; }
}

[MessageContract(WrapperName = "Answer")]
public sealed class MonoAnswer
{
    [MessageHeader]
    public string? Served { get; set; }

    [MessageBodyMember]
    public string? Text { get; set; }
}

public sealed class MonoShapes : IMonoShapes
{
    public string Header(string name) => new Mirror().Header(name);

    public MonoAnswer Ask(MonoQuestion question) =>
        new() { Served = question.User, Text = question.Text + question.Count };

    public Purchase Buy(Purchase purchase)
    {
        purchase.Sum *= 2;
        return purchase;
    }

    public Message Echo(Message message) =>
        Message.CreateMessage(message.Version, (string?)null, message.GetBody<string>() + "!");
}
