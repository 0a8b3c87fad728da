using System;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A contract in the form of Begin and End.</summary>
[ServiceContract]
public interface IDivider
{
    [OperationContract(AsyncPattern = true)]
    IAsyncResult BeginDivide(int value, ref int by, AsyncCallback? callback, object? state);

    int EndDivide(ref int by, out int remainder, IAsyncResult result);

    [OperationContract(AsyncPattern = true, IsOneWay = true)]
    IAsyncResult BeginTell(int value, AsyncCallback? callback, object? state);

    void EndTell(IAsyncResult result);
}
