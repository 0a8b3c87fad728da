#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Communication;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.Client;

/// <summary>
/// Makes the exceptions of a service again in its client. Called on the thread that receives replies, so it must not
/// block. One that throws counts as one that does not know the exception.
/// </summary>
public interface IExceptionConvertor
{
    /// <summary>Called for an exception without inner ones.</summary>
    /// <param name="serviceException">The exception as it came: type, message, stack trace and data.</param>
    /// <param name="actualException">The exception that the caller of the proxy gets; null if it is not known.</param>
    /// <returns>True if the exception was made; false to ask the next convertor.</returns>
    bool TryConvertFromServiceException(ServiceException serviceException, out Exception actualException);

    /// <summary>Called for an exception with one inner exception, which was converted before.</summary>
    /// <param name="serviceException">The exception as it came: type, message, stack trace and data.</param>
    /// <param name="innerException">The inner exception, made again.</param>
    /// <param name="actualException">The exception that the caller of the proxy gets; null if it is not known.</param>
    /// <returns>True if the exception was made; false to ask the next convertor.</returns>
    bool TryConvertFromServiceException(
        ServiceException serviceException, Exception innerException, out Exception actualException);

    /// <summary>Called for an exception with several inner ones, which were converted before.</summary>
    /// <param name="serviceException">The exception as it came: type, message, stack trace and data.</param>
    /// <param name="innerExceptions">The inner exceptions, made again.</param>
    /// <param name="actualException">The exception that the caller of the proxy gets; null if it is not known.</param>
    /// <returns>True if the exception was made; false to ask the next convertor.</returns>
    bool TryConvertFromServiceException(
        ServiceException serviceException, Exception[] innerExceptions, out Exception actualException);
}
