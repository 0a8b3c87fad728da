using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface ILoose
{
    [OperationContract(IsTerminating = true)]
    void Leave();
}
