using System;
using System.Threading;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Remoting.V2;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Remoting.Messages;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Client;

/// <summary>The header of a call to an actor, for client factories of a program's own.</summary>
internal sealed class ActorRequestHeader(
    RemoteMethod method, Action<MessageBuffer> writeTarget, CancellationToken token)
    : RequestHeader(method, writeTarget, token), IActorRemotingMessageHeaders
{
    public ActorId? ActorId { get; set; }

    public string? CallContext { get; set; } = string.Join('.', TurnContext.Current?.Path.Hops.ToArray() ?? []);
}
