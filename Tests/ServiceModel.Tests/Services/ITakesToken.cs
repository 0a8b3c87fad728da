using System.ServiceModel;
using System.Threading;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface ITakesToken
{
    [OperationContract]
    void Take(CancellationToken what);
}
