using System;
using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Client;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Events;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Platform;

namespace SfPerf.Fabric.Actors.Client;

/// <summary>
/// Represents one subscription of this process: repeats itself, and hands its events to its subscriber, one after the
/// other.
/// </summary>
internal sealed class EventSubscriber : EventReceiver
{
    // A subscriber that is so far behind loses events.
    private const int QueuedMax = 1024;
    private static readonly ConcurrentDictionary<Key, EventSubscriber> All = new();
    private readonly Guid _id = Guid.NewGuid();
    private readonly Key _key;
    private readonly ActorProxy _proxy;
    private readonly EventContract _contract;
    private readonly Channel<Action<object>> _events = Channel.CreateBounded<Action<object>>(
        new BoundedChannelOptions(QueuedMax) { FullMode = BoundedChannelFullMode.DropWrite, SingleReader = true });
    private ITimer? _timer;
    private int _isCalling;

    private EventSubscriber(Key key, ActorProxy proxy)
    {
        (_key, _proxy, _contract) = (key, proxy, EventContract.Of(key.Event));
    }

    /// <exception cref="AggregateException">The service could not be told; nothing is subscribed.</exception>
    internal static async Task SubscribeAsync(
        ActorProxy proxy, Type contract, object subscriber, TimeSpan interval, TimeProvider time)
    {
        var key = KeyOf(proxy, contract, subscriber);
        var made = new EventSubscriber(key, proxy);
        var subscription = All.GetOrAdd(key, made);
        if (ReferenceEquals(subscription, made))
            made.Begin();
        try
        {
            await subscription.CallAsync(SubscriptionMethods.SubscribeId).ConfigureAwait(false);
        }
        catch
        {
            if (ReferenceEquals(subscription, made))
                made.End();
            throw;
        }
        if (ReferenceEquals(subscription, made))
            made.Repeat(interval, time);
    }

    internal static async Task UnsubscribeAsync(ActorProxy proxy, Type contract, object subscriber)
    {
        if (!All.TryGetValue(KeyOf(proxy, contract, subscriber), out var subscription))
            return;
        subscription.End();
        try
        {
            await subscription.CallAsync(SubscriptionMethods.UnsubscribeId).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // Its events are dropped here; a service that is gone sends none.
        }
    }

    internal override void Deliver(int method, ref MessageReader reader)
    {
        if (_contract.Read(method, ref reader) is { } handle)
            _events.Writer.TryWrite(handle);
    }

    private static Key KeyOf(ActorProxy proxy, Type contract, object subscriber) =>
        new(subscriber, contract, proxy.ServiceUri, ActorKey.Of(proxy.ActorId));

    private void Begin()
    {
        EventReceivers.Add(_id, this);
        HandleAsync().Forget();
    }

    private void End()
    {
        All.TryRemove(new(_key, this));
        EventReceivers.Remove(_id);
        _events.Writer.TryComplete();
        Volatile.Read(ref _timer)?.Dispose();
    }

    private void Repeat(TimeSpan interval, TimeProvider time)
    {
        Volatile.Write(ref _timer, time.CreateTimer(
            static s => ((EventSubscriber)s!).CallAgainAsync().Forget(), this, interval, interval));
        if (!All.TryGetValue(_key, out var current) || !ReferenceEquals(current, this))
            _timer!.Dispose();
    }

    private async Task HandleAsync()
    {
        while (await _events.Reader.WaitToReadAsync().ConfigureAwait(false))
        {
            while (_events.Reader.TryRead(out var handle))
                Handle(handle);
        }
    }

    private void Handle(Action<object> handle)
    {
        try
        {
            handle(_key.Subscriber);
        }
        catch (Exception)
        {
            // The subscriber's own: nobody else could be told, and the next event is not this one's fault.
        }
    }

    // At most one call at once: a service that does not answer is not called more and more.
    private async Task CallAgainAsync()
    {
        if (Interlocked.Exchange(ref _isCalling, 1) == 1)
            return;
        try
        {
            await CallAsync(SubscriptionMethods.SubscribeId).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The next repetition may find the service.
        }
        Volatile.Write(ref _isCalling, 0);
    }

    private Task CallAsync(int method)
    {
        var call = ProxyRuntime.BeginPlain(method);
        _proxy.WriteTarget(call.Message);
        ProxyRuntime.Write(call, _contract.Id);
        ProxyRuntime.Write(call, _id);
        return ProxyRuntime.SendPlain(call, _proxy, CancellationToken.None);
    }

    /// <summary>A subscriber is an object, whatever it thinks of equality.</summary>
    private sealed class Key(object subscriber, Type contract, Uri service, ActorKey actor) : IEquatable<Key>
    {
        internal object Subscriber => subscriber;

        internal Type Event => contract;

        public bool Equals(Key? other) => other is not null && ReferenceEquals(subscriber, other.Subscriber)
            && contract == other.Event && service == other.Service && actor == other.Actor;

        public override bool Equals(object? obj) => Equals(obj as Key);

        public override int GetHashCode() => HashCode.Combine(RuntimeHelpers.GetHashCode(subscriber), contract, actor);

        private Uri Service => service;

        private ActorKey Actor => actor;
    }
}
