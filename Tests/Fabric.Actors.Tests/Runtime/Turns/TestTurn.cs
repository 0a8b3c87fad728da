using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Turns;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Turns;

/// <summary>A turn without an actor: only its path counts.</summary>
internal sealed class TestTurn : Turn
{
    internal TestTurn(params ulong[] path) => Path = new(path);

    internal TurnEnd? Ended { get; private set; }

    internal override ActorMethodContext Method { get; } = ActorMethodContext.CreateForActor("Test");

    public override void Execute() => throw new NotSupportedException("It is not called.");

    internal override Task InvokeAsync(ActorBase actor) => Task.CompletedTask;

    internal override void Finish(TurnEnd kind) => Ended = kind;
}
