#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Communication;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;

/// <summary>
/// Says how an exception of a service travels. Many threads call it at once. One that throws counts as one that does
/// not know the exception.
/// </summary>
public interface IExceptionConvertor
{
    /// <summary>Converts an exception into what travels: type, message, stack trace and data.</summary>
    /// <param name="originalException">What the service threw, or an inner exception of that.</param>
    /// <param name="serviceException">What travels. At most 256 entries of its data do. Null if the exception is not
    /// known.</param>
    /// <returns>True if the exception was converted; false to ask the next convertor.</returns>
    bool TryConvertToServiceException(Exception originalException, out ServiceException serviceException);

    /// <summary>
    /// Gets the inner exceptions of one that this convertor has converted. They are converted in turn.
    /// </summary>
    /// <param name="exception">The exception that was converted.</param>
    /// <returns>The inner exceptions, of which 16 travel at most, and three levels in all; null for none.</returns>
    Exception[] GetInnerExceptions(Exception exception);
}
