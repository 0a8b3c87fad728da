#nullable disable

using System;
using System.ServiceModel;
using System.ServiceModel.Security;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Wcf.Client;

/// <summary>
/// Decides which failures of a WCF call are repeated, and whether the service is resolved again before.
/// </summary>
/// <remarks>
/// <para>After an EndpointNotFoundException, a CommunicationObjectAbortedException, a
/// CommunicationObjectFaultedException, an ObjectDisposedException or a ChannelTerminatedException the service is
/// resolved again. After a TimeoutException, a ServerTooBusyException and any other CommunicationException the call is
/// repeated at the same endpoint. Both happen as often as the retry settings say. Such a failure may come after the
/// operation has run, so that it may run more than once.</para>
/// <para>An ActionNotSupportedException, AddressAccessDeniedException or SecurityAccessDeniedException is thrown. The
/// handler does not handle a FaultException, which is the service's own answer, nor any exception that is not one of
/// WCF: they are thrown unless another handler handles them.</para>
/// </remarks>
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
