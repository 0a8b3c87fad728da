using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using Microsoft.ServiceFabric.Services.Communication;
using SfPerf.Platform.Logging;
using Convertors = System.Collections.Generic.IReadOnlyList<
    Microsoft.ServiceFabric.Services.Remoting.V2.Client.IExceptionConvertor>;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>An exception as it came, before it is made again.</summary>
internal sealed record RemoteFault(
    string Type, string Message, string? Stack, FabricErrorCode Code, Dictionary<string, string>? Data,
    RemoteFault[] Inner)
{
    /// <summary>Makes the exception again: by the first convertor that knows it, else as a type that remoting knows,
    /// else as a ServiceException.</summary>
    internal Exception ToException(Convertors convertors)
    {
        var inner = Array.ConvertAll(Inner, i => i.ToException(convertors));
        if (convertors.Count > 0 && Converted(convertors, inner) is { } converted)
            return converted;
        var exception = RemoteException.Create(Type, Message, inner, Code) ?? ToServiceException();
        exception.Data["RemoteStackTrace"] = Stack;
        return exception;
    }

    private ServiceException ToServiceException() => new(Type, Message)
    {
        ActualExceptionStackTrace = Stack,
        ActualExceptionData = Data,
        ActualInnerExceptions = Inner.Length == 0 ? null : [.. Inner.Select(i => i.ToServiceException())],
    };

    private Exception? Converted(Convertors convertors, Exception[] inner)
    {
        var fault = ToServiceException();
        foreach (var convertor in convertors)
        {
            try
            {
                Exception? made;
                var isKnown = inner.Length switch
                {
                    0 => convertor.TryConvertFromServiceException(fault, out made),
                    1 => convertor.TryConvertFromServiceException(fault, inner[0], out made),
                    _ => convertor.TryConvertFromServiceException(fault, inner, out made),
                };
                if (isKnown && made is not null)
                    return made;
            }
            catch (Exception e)
            {
                EventLog.OfProcess.ConvertorFailed($"{convertor.GetType()}", $"{Type}", e);
            }
        }

        return null;
    }
}
