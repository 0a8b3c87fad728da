using System;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract]
public interface IHalfPair
{
    [OperationContract(AsyncPattern = true)]
    IAsyncResult BeginAlone(AsyncCallback? callback, object? state);
}
