using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract(SessionMode = SessionMode.Required)]
public interface ISteps
{
    [OperationContract]
    int First();

    [OperationContract(IsInitiating = false)]
    int Middle();

    [OperationContract(IsInitiating = false, IsTerminating = true)]
    int Last();
}
