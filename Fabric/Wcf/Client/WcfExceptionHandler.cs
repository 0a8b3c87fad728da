#nullable disable

using System;
using System.ServiceModel;
using System.ServiceModel.Security;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Wcf.Client;

/// <summary>Says which failures of a channel are worth another try, and whether at another address.</summary>
public class WcfExceptionHandler : IExceptionHandler
{
    bool IExceptionHandler.TryHandleException(
        ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings,
        out ExceptionHandlingResult result)
    {
        ArgumentNullException.ThrowIfNull(exceptionInformation);
        ArgumentNullException.ThrowIfNull(retrySettings);
        var error = exceptionInformation.Exception;
        switch (error)
        {
            // The channel is dead or the replica elsewhere.
            case EndpointNotFoundException or CommunicationObjectAbortedException
                or CommunicationObjectFaultedException or ObjectDisposedException or ChannelTerminatedException:
                result = new ExceptionHandlingRetryResult(
                    error, false, retrySettings, retrySettings.DefaultMaxRetryCountForNonTransientErrors);
                return true;
            case TimeoutException or ServerTooBusyException:
                result = new ExceptionHandlingRetryResult(
                    error, true, retrySettings, retrySettings.DefaultMaxRetryCountForTransientErrors);
                return true;
            // Trying again does not help.
            case ActionNotSupportedException or AddressAccessDeniedException or SecurityAccessDeniedException:
                result = new ExceptionHandlingThrowResult { ExceptionToThrow = error };
                return true;
            // The service's own answer, or a failure of our own.
            case FaultException or not CommunicationException:
                result = null;
                return false;
            default:
                result = new ExceptionHandlingRetryResult(
                    error, true, retrySettings, retrySettings.DefaultMaxRetryCountForTransientErrors);
                return true;
        }
    }
}
