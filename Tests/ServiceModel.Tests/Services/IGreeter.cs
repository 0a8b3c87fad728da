using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract(Namespace = "urn:probe", Name = "IGreeter")]
public interface IGreeter
{
    [OperationContract]
    string Greet(string name);

    [OperationContract]
    int Add(int a, int b);

    [OperationContract]
    Item Round(Item i);

    [OperationContract]
    [FaultContract(typeof(GreetFault))]
    string Fail(string how);

    [OperationContract]
    int Busy(int ms);

    [OperationContract(IsOneWay = true)]
    void Fire(string s);

    [OperationContract]
    int Fired();

    [OperationContract]
    string InstanceId();
}
