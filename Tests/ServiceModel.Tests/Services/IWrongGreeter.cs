using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract(Namespace = "urn:probe", Name = "IGreeter")]
public interface IWrongGreeter
{
    [OperationContract]
    int Add(string a);
}
