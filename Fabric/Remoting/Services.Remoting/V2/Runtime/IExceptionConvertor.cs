#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Communication;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;

/// <summary>
/// Says how an exception of a service travels. Called by many threads. One that throws counts as one that does not know
/// the exception.
/// </summary>
public interface IExceptionConvertor
{
    bool TryConvertToServiceException(Exception originalException, out ServiceException serviceException);

    /// <summary>Returns the inner exceptions of one that this convertor has converted; null for none.</summary>
    Exception[] GetInnerExceptions(Exception exception);
}
