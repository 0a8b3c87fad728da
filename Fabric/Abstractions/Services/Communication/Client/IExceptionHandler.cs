#nullable disable

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public interface IExceptionHandler
{
    bool TryHandleException(
        ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings,
        out ExceptionHandlingResult result);
}
