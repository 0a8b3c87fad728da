using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Runtime.Events;

/// <summary>The methods by which clients subscribe to the events of an actor. They need no turn of it.</summary>
internal static class SubscriptionMethods
{
    internal static readonly int SubscribeId = IdOf(nameof(IActorEventSubscription.SubscribeAsync));
    internal static readonly int UnsubscribeId = IdOf(nameof(IActorEventSubscription.UnsubscribeAsync));

    internal static IEnumerable<ServiceMethod> Of(ActorService service) =>
    [
        new SubscriptionMethod(service, isAdded: true) { Id = SubscribeId, TakesToken = false },
        new SubscriptionMethod(service, isAdded: false) { Id = UnsubscribeId, TakesToken = false },
    ];

    private static int IdOf(string name) => MethodTable.IdOf(typeof(IActorEventSubscription).GetMethod(name)!);

    // Nobody implements it: it gives the methods their numbers.
    private interface IActorEventSubscription
    {
        Task SubscribeAsync(int eventId, Guid subscription);

        Task UnsubscribeAsync(int eventId, Guid subscription);
    }

    private sealed class SubscriptionMethod(ActorService service, bool isAdded) : ServiceMethod
    {
        internal override ServerCall Read(ref MessageReader reader, CancellationToken token)
        {
            var actor = ActorKey.Read(ref reader);
            CallPath.Read(ref reader);
            return new SubscriptionCall(
                service, isAdded, actor, Codec<int>.Default.Read(ref reader), Codec<Guid>.Default.Read(ref reader));
        }
    }

    private sealed class SubscriptionCall(
        ActorService service, bool isAdded, ActorKey actor, int eventId, Guid subscription) : ServerCall
    {
        public override void Execute()
        {
            if (service.Manager is not { } manager)
            {
                Connection.ReplyFault(Number, ActorManager.NotHere(), Frames.NotHere);
                return;
            }
            if (isAdded)
                manager.Events.Add(actor, eventId, subscription, Connection);
            else
                manager.Events.Remove(actor, eventId, subscription);
            Connection.ReplyResult(Number, default(Nothing));
        }
    }
}
