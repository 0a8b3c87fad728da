#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Communication;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.Client;

/// <summary>
/// Makes the exception of a service again in its client. Called on the thread that receives replies, so it must not
/// block. One that throws counts as one that does not know the exception.
/// </summary>
public interface IExceptionConvertor
{
    /// <summary>Called for an exception without inner ones.</summary>
    bool TryConvertFromServiceException(ServiceException serviceException, out Exception actualException);

    /// <summary>Called for an exception with one inner exception, which was converted before.</summary>
    bool TryConvertFromServiceException(
        ServiceException serviceException, Exception innerException, out Exception actualException);

    /// <summary>Called for an exception with several inner ones, which were converted before.</summary>
    bool TryConvertFromServiceException(
        ServiceException serviceException, Exception[] innerExceptions, out Exception actualException);
}
