using System;
using System.Fabric;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using SfPerf.Fabric.Remoting.Client;

namespace SfPerf.Fabric.Remoting.Messages;

/// <summary>Sends messages by our transport, which finds the replica and tries again by itself. Thread safe.</summary>
internal sealed class TransportClient(ProxyTarget target) : IServiceRemotingClient
{
    public ResolvedServiceEndpoint? Endpoint { get; set; }

    public ResolvedServicePartition? ResolvedServicePartition { get; set; }

    public string? ListenerName { get; set; }

    /// <exception cref="NotSupportedException">The header is none of a proxy.</exception>
    /// <exception cref="FabricMessageTooLargeException">The headers of the program, or the whole message, are too long.
    /// </exception>
    public async Task<IServiceRemotingResponseMessage> RequestResponseAsync(
        IServiceRemotingRequestMessage requestRequestMessage)
    {
        ArgumentNullException.ThrowIfNull(requestRequestMessage);
        if (requestRequestMessage.GetHeader() is not RequestHeader header)
            throw new NotSupportedException("The transport sends a header only as a proxy made it.");
        var body = requestRequestMessage.GetBody();
        var parameters = header.Method.Parameters;
        var result = await header.Method.CallAsync(
            target, header.WriteTarget, header.Headers.All,
            i => body.GetParameter(i, parameters[i].Name, parameters[i].ParameterType),
            header.Token).ConfigureAwait(false);
        var response = new ResponseBody();
        response.Set(result);
        return new ResponseMessage(response);
    }

    /// <exception cref="NotSupportedException">Always: every call of a proxy has an answer.</exception>
    public void SendOneWay(IServiceRemotingRequestMessage requestMessage) =>
        throw new NotSupportedException("A call without an answer is not supported.");
}
