using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface IAccount
{
    [OperationContract]
    [FaultContract(typeof(Overdrawn))]
    [FaultContract(typeof(Purse))]
    void Draw(int amount);

    [OperationContract]
    Overdrawn? Pass(Overdrawn? error);
}
