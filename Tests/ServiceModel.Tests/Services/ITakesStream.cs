using System.IO;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface ITakesStream
{
    [OperationContract]
    void Take(Stream what);
}
