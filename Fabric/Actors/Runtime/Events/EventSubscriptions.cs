using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading;
using SfPerf.Fabric.Actors.Diagnostics;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Runtime.Events;

/// <summary>
/// Holds the subscribers to events of one primary's actors: in memory, until they unsubscribe or are gone.
/// </summary>
internal sealed class EventSubscriptions
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(ActorKey Actor, int Event), Dictionary<Guid, ServerConnection>> _all = []; // by _gate

    /// <summary>Gets the number of subscriptions.</summary>
    internal int Count
    {
        get
        {
            lock (_gate)
                return _all.Values.Sum(s => s.Count);
        }
    }

    /// <summary>Adds a subscription, or renews one.</summary>
    internal void Add(in ActorKey actor, int eventId, Guid subscription, ServerConnection connection)
    {
        lock (_gate)
        {
            if (!_all.TryGetValue((actor, eventId), out var subscriptions))
                _all.Add((actor, eventId), subscriptions = []);
            subscriptions[subscription] = connection;
        }
    }

    internal void Remove(in ActorKey actor, int eventId, Guid subscription)
    {
        lock (_gate)
        {
            if (_all.TryGetValue((actor, eventId), out var subscriptions) && subscriptions.Remove(subscription)
                && subscriptions.Count == 0)
            {
                _all.Remove((actor, eventId));
            }
        }
    }

    /// <summary>Ends all subscriptions of an actor that was deleted.</summary>
    internal void Drop(ActorKey actor)
    {
        lock (_gate)
        {
            foreach (var key in _all.Keys.Where(k => k.Actor == actor).ToArray())
                _all.Remove(key);
        }
    }

    /// <summary>Sends an event to all who subscribed to it now. Who cannot be sent it is no longer subscribed.
    /// </summary>
    internal void Send(in ActorKey actor, EventContract contract, MethodInfo method, object?[] arguments)
    {
        KeyValuePair<Guid, ServerConnection>[] receivers;
        lock (_gate)
        {
            if (!_all.TryGetValue((actor, contract.Id), out var subscriptions))
                return;
            receivers = [.. subscriptions];
        }
        var frame = new MessageBuffer();
        var id = contract.Write(frame, method, arguments);
        foreach (var (subscription, connection) in receivers)
        {
            Frames.WriteEventHeader(frame.Span, subscription, id);
            if (connection.TrySendEvent(frame.Span))
                continue;
            ActorMeter.DroppedSubscriptions.Add(1);
            Remove(actor, contract.Id, subscription);
        }
    }
}
