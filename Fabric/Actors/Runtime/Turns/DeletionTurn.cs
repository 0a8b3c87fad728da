using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.Runtime.Turns;

/// <summary>The deletion of an actor: it waits as a method from outside does.</summary>
internal sealed class DeletionTurn : Turn
{
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal Task Ended => _ended.Task;

    internal override bool IsDeletion => true;

    internal override ActorMethodContext Method { get; } =
        ActorMethodContext.CreateForActor(nameof(IActorService.DeleteActorAsync));

    public override void Execute() => throw new InvalidOperationException("A deletion is begun by its manager.");

    internal override Task InvokeAsync(ActorBase actor) => Task.CompletedTask;

    internal override void Finish(TurnEnd kind)
    {
        // Two deletions at once: the second finds what it asked for.
        if (Failure is null or ActorDeletedException)
            _ended.SetResult();
        else
            _ended.SetException(Failure);
    }
}
