using System.IO;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A contract of messages in other shapes than parameters with data contracts.</summary>
[ServiceContract(Namespace = "urn:shapes")]
public interface IShapes
{
    [OperationContract]
    Answer Ask(Question question);

    [OperationContract]
    Task<Bare> DoubleAsync(Bare bare);

    [OperationContract]
    [XmlSerializerFormat]
    Purchase Buy(Purchase purchase, int count);

    [OperationContract]
    Stream Reverse(Stream bytes);

    [OperationContract]
    Upload Store(Upload upload);

    [OperationContract(Action = "urn:shapes/echo", ReplyAction = "urn:shapes/echoed")]
    Message Echo(Message message);

    [OperationContract(Action = "*", ReplyAction = "*")]
    Message Any(Message message);
}
