using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Remoting.Client;

namespace SfPerf.Fabric.Actors.Client;

/// <summary>
/// A proxy of an actor service that knows when an actor asks for its own deletion: sent to the service, that would wait
/// for the turn which waits for it. From outside of actors, a deletion that did not get its actor in time is tried
/// again, as a call of the actor is; within a turn, which others wait for, it fails at once.
/// </summary>
internal sealed class ActorServiceCaller(
    IActorService remote, Uri service, OperationRetrySettings settings, TimeProvider time)
    : IActorService, IServiceProxy
{
    public Type ServiceInterfaceType => typeof(IActorService);

    public Task<PagedResult<ActorInformation>> GetActorsAsync(
        ContinuationToken continuationToken, CancellationToken cancellationToken) =>
        remote.GetActorsAsync(continuationToken, cancellationToken);

    public Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> GetRemindersAsync(
        ActorId actorId, ContinuationToken continuationToken, CancellationToken cancellationToken) =>
        remote.GetRemindersAsync(actorId, continuationToken, cancellationToken);

    public Task DeleteActorAsync(ActorId actorId, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(actorId);
        if (TurnContext.Current is not { Entry: { } self })
            return DeleteFromOutsideAsync(actorId, cancellationToken);
        return self.Key == ActorKey.Of(actorId) && self.Manager.Service.Context.ServiceName == service
            ? self.Manager.DeleteAsync(actorId)
            : remote.DeleteActorAsync(actorId, cancellationToken);
    }

    private async Task DeleteFromOutsideAsync(ActorId actorId, CancellationToken token)
    {
        var since = time.GetTimestamp();
        for (var retries = 0; ; retries++)
        {
            try
            {
                await remote.DeleteActorAsync(actorId, token).ConfigureAwait(false);
                return;
            }
            catch (AggregateException e) when (e.InnerException is ActorConcurrencyLockTimeoutException
                && retries < settings.DefaultMaxRetryCountForTransientErrors && HasTimeLeft(since))
            {
                // The call is tried again after a pause.
            }

            await Task.Delay(RetryRules.Delay(retries, resolveAgain: false, settings), time, token)
                .ConfigureAwait(false);
        }
    }

    private bool HasTimeLeft(long since) =>
        settings.ClientRetryTimeout < TimeSpan.Zero || time.GetElapsedTime(since) < settings.ClientRetryTimeout;
}
