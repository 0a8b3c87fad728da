using System;
using System.Threading;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;
using SfPerf.Fabric.Remoting.Messages;

namespace SfPerf.Fabric.Remoting.Runtime.Handlers;

/// <summary>The header of a call as its service sees it. The ids are those that the client's proxy gave; the request
/// has an id of its own here, since it does not travel.</summary>
internal sealed class ReceivedHeader(MessageHeaders headers) : IServiceRemotingRequestMessageHeader
{
    public int MethodId { get; set; }

    public int InterfaceId { get; set; }

    public string? InvocationId { get; set; }

    public string? MethodName { get; set; }

    public Guid RequestId { get; set; } = Guid.NewGuid();

    public void AddHeader(string headerName, byte[] headerValue) => headers.Add(headerName, headerValue);

    public bool TryGetHeaderValue(string headerName, out byte[] headerValue) =>
        headers.TryGet(headerName, out headerValue);
}

/// <summary>Represents what a dispatcher needs to know of a call beside its message: its cancellation.</summary>
internal sealed class RequestContext(CancellationToken token) : IServiceRemotingRequestContext
{
    internal CancellationToken Token => token;

    /// <exception cref="NotSupportedException">Always: events of actors reach their subscribers by another way.
    /// </exception>
    public IServiceRemotingCallbackClient GetCallBackClient() =>
        throw new NotSupportedException("A service sends nothing by itself to the client of a call.");
}
