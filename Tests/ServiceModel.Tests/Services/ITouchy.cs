using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface ITouchy
{
    [OperationContract]
    Touchy Minus(Touchy number, int less);
}
