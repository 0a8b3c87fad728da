using System.IO;
using System.ServiceModel;
using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface ITakesTwoStreams
{
    [OperationContract]
    void Take(Stream first, Stream second);
}

[ServiceContract]
public interface ITakesMessageAndMore
{
    [OperationContract]
    void Take(Message message, int more);
}

[ServiceContract]
public interface IGivesOutStream
{
    [OperationContract]
    void Give(out Stream stream);
}

[ServiceContract]
public interface IEncoded
{
    [OperationContract]
    [XmlSerializerFormat(Style = OperationFormatStyle.Rpc)]
    int Give();
}
