using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A session whose service watches its client and may end it.</summary>
[ServiceContract(CallbackContract = typeof(IListener))]
public interface IVisit
{
    [OperationContract]
    string? Enter();

    [OperationContract]
    string ShowOut();

    [OperationContract]
    string ThrowOut();
}
