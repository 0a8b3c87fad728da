using System;
using System.Fabric;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Communication;

/// <summary>FabricTransientException: again, same address. FabricNotPrimaryException: again, resolved anew.</summary>
internal sealed class TestHandler : IExceptionHandler
{
    public bool TryHandleException(
        ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings,
        out ExceptionHandlingResult result)
    {
        var exception = exceptionInformation.Exception;
        result = exception switch
        {
            FabricTransientException => new ExceptionHandlingRetryResult(exception, true, TimeSpan.Zero, 3),
            FabricNotPrimaryException => new ExceptionHandlingRetryResult(exception, false, TimeSpan.Zero, 3),
            _ => new ExceptionHandlingThrowResult { ExceptionToThrow = exception },
        };
        return exception is FabricTransientException or FabricNotPrimaryException;
    }
}
