using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract(Namespace = "urn:bulk")]
public interface IBulk
{
    [OperationContract]
    byte[] Echo(byte[] bytes);
}
