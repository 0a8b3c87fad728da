using System.ServiceModel;
using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface ITakesMessage
{
    [OperationContract]
    void Take(Message what);
}
