using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Fabric;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>The message handler of a program, as public samples write it: it reads a header, then calls the service.
/// </summary>
internal sealed class NotingDispatcher(IProbe probe, string name = "trace")
    : ServiceRemotingMessageDispatcher(Context, probe)
{
    internal static readonly ServiceContext Context = new StatelessServiceContext(
        new NodeContext("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1"),
        new CodePackageActivationContext
        {
            ApplicationName = "fabric:/Test",
            ServiceManifestName = "ProbePkg",
            Endpoints = [],
            ConfigurationPackages = new Dictionary<string, ConfigurationPackage>(),
        },
        "ProbeType", new Uri("fabric:/Test/Probe"), [], Guid.NewGuid(), 1);

    /// <summary>Gets the header of each call, and the value of the one that is asked for; null where it has none.
    /// </summary>
    internal ConcurrentQueue<(IServiceRemotingRequestMessageHeader Header, byte[]? Value)> Noted { get; } = [];

    internal Action<IServiceRemotingRequestMessage>? Handling { get; init; }

    internal Action<IServiceRemotingResponseMessage>? Answering { get; init; }

    public override async Task<IServiceRemotingResponseMessage> HandleRequestResponseAsync(
        IServiceRemotingRequestContext requestContext, IServiceRemotingRequestMessage requestMessage)
    {
        var header = requestMessage.GetHeader();
        Noted.Enqueue((header, header.TryGetHeaderValue(name, out var value) ? value : null));
        Handling?.Invoke(requestMessage);
        var answer = await base.HandleRequestResponseAsync(requestContext, requestMessage);
        Answering?.Invoke(answer);
        return answer;
    }
}
