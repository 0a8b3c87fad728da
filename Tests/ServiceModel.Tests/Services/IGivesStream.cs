using System.IO;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface IGivesStream
{
    [OperationContract]
    Stream Give();
}
