using System;
using System.Collections.Concurrent;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>Takes the events of one subscription. Called on receive threads: it must not block.</summary>
internal abstract class EventReceiver
{
    internal abstract void Deliver(int method, ref MessageReader reader);
}

/// <summary>The event subscriptions of this process. An event of no, or no longer a, subscription is dropped.</summary>
internal static class EventReceivers
{
    private static readonly ConcurrentDictionary<Guid, EventReceiver> BySubscription = new();

    internal static void Add(Guid subscription, EventReceiver receiver) => BySubscription[subscription] = receiver;

    internal static void Remove(Guid subscription) => BySubscription.TryRemove(subscription, out _);

    internal static void Deliver(ref MessageReader reader)
    {
        var subscription = new Guid(reader.Take(16));
        var method = reader.ReadInt32();
        if (BySubscription.TryGetValue(subscription, out var receiver))
            receiver.Deliver(method, ref reader);
    }
}
