using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface IOther
{
    [OperationContract]
    void Other();
}
