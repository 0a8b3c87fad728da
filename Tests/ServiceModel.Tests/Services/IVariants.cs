using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract(Namespace = "urn:probe")]
public interface IVariants
{
    [OperationContract]
    [FaultContract(typeof(GreetFault))]
    Variant Pass(Variant variant);
}
