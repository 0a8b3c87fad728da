using System;
using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Operations that tell which thread runs them.</summary>
[ServiceContract]
public interface IWhere
{
    [OperationContract]
    int Here();

    [OperationContract]
    Task<int> AfterWaitAsync();

    [OperationContract(AsyncPattern = true)]
    IAsyncResult BeginLater(AsyncCallback callback, object? state);

    int EndLater(IAsyncResult result);
}
