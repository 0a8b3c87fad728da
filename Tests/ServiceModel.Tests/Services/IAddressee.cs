using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface IAddressee
{
    /// <summary>Returns the To of the request's headers.</summary>
    [OperationContract]
    string To();
}
