#nullable disable

using System;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using SfPerf.Platform;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>Calls one partition of a service and tries again what may succeed. Any thread may call it.</summary>
/// <typeparam name="TCommunicationClient">The type of the factory's clients.</typeparam>
/// <remarks>
/// Keep one for each partition that is called: it remembers the connection. The first call, and each one after a
/// failure that was not transient, resolves the partition and asks the factory for a client. Concurrent calls share
/// that client.
/// </remarks>
public class ServicePartitionClient<TCommunicationClient> : IServicePartitionClient<TCommunicationClient>
    where TCommunicationClient : ICommunicationClient
{
    private readonly OperationRetrySettings _retrySettings;
    private readonly Lock _gate = new();
    private Box _client;                        // guarded by _gate for writing; null when none or stale
    private ResolvedServicePartition _resolved; // guarded by _gate

    /// <summary>Initializes a client for one partition. Nothing is connected before the first call.</summary>
    /// <param name="communicationClientFactory">Makes the connections and judges failures; its exception handlers
    /// decide what is tried again. It can be shared.</param>
    /// <param name="serviceUri">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <param name="partitionKey">A key in the partition; null for a singleton partition.</param>
    /// <param name="targetReplicaSelector">Which replica is called; the primary, or any instance, unless set.</param>
    /// <param name="listenerName">The name of the listener that is called; null for the first one.</param>
    /// <param name="retrySettings">How often, how fast and for how long a call is tried again; null for the defaults of
    /// <see cref="OperationRetrySettings"/>.</param>
    /// <exception cref="ArgumentNullException">The factory or the name of the service is null.</exception>
    public ServicePartitionClient(
        ICommunicationClientFactory<TCommunicationClient> communicationClientFactory,
        Uri serviceUri,
        ServicePartitionKey partitionKey = null,
        TargetReplicaSelector targetReplicaSelector = TargetReplicaSelector.Default,
        string listenerName = null,
        OperationRetrySettings retrySettings = null)
    {
        ArgumentNullException.ThrowIfNull(communicationClientFactory);
        ArgumentNullException.ThrowIfNull(serviceUri);
        Factory = communicationClientFactory;
        ServiceUri = serviceUri;
        PartitionKey = partitionKey ?? ServicePartitionKey.Singleton;
        TargetReplicaSelector = targetReplicaSelector;
        ListenerName = listenerName;
        _retrySettings = retrySettings ?? new OperationRetrySettings();
    }

    /// <summary>Gets the factory of the connections.</summary>
    public ICommunicationClientFactory<TCommunicationClient> Factory { get; }

    /// <summary>Gets the name of the service.</summary>
    public Uri ServiceUri { get; }

    /// <summary>
    /// Gets the key by which the partition is found; <see cref="ServicePartitionKey.Singleton"/> where none was given.
    /// </summary>
    public ServicePartitionKey PartitionKey { get; }

    /// <summary>Gets which replica of the partition is called.</summary>
    public TargetReplicaSelector TargetReplicaSelector { get; }

    /// <summary>Gets the name of the listener that is called; null for the first one.</summary>
    public string ListenerName { get; }

    /// <summary>Gets what the partition was resolved to last.</summary>
    /// <param name="resolvedServicePartition">The resolved partition; null where the method returns false.</param>
    /// <returns>False as long as no call has resolved the partition.</returns>
    public bool TryGetLastResolvedServicePartition(out ResolvedServicePartition resolvedServicePartition)
    {
        lock (_gate)
            resolvedServicePartition = _resolved;
        return resolvedServicePartition is not null;
    }

    /// <summary>Makes a call that returns a value and cannot be cancelled. See the overload with a token.</summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="func">The call; it may run several times.</param>
    /// <param name="doNotRetryExceptionTypes">Types of exceptions that are thrown at once.</param>
    /// <returns>The result of the attempt that succeeded.</returns>
    public virtual Task<TResult> InvokeWithRetryAsync<TResult>(
        Func<TCommunicationClient, Task<TResult>> func, params Type[] doNotRetryExceptionTypes) =>
        InvokeWithRetryAsync(func, CancellationToken.None, doNotRetryExceptionTypes);

    /// <summary>
    /// Makes a call that returns a value, and repeats it as long as the factory's exception handlers and the retry
    /// settings allow.
    /// </summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="func">The call, which gets the client to use. It runs again after a failure, so a call that was
    /// carried out and whose answer was lost is carried out twice.</param>
    /// <param name="cancellationToken">Ends connecting and pauses. It does not reach an attempt that runs: <c>func</c>
    /// has to use it itself.</param>
    /// <param name="doNotRetryExceptionTypes">Exact types of exceptions that are thrown at once, without asking the
    /// handlers. Derived types do not count.</param>
    /// <returns>The result of the attempt that succeeded.</returns>
    /// <exception cref="ArgumentNullException">The call is null.</exception>
    /// <exception cref="AggregateException">The number of retries is used up; the last failure is the inner
    /// exception.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled, or <c>ClientRetryTimeout</c> has
    /// passed.</exception>
    /// <remarks>
    /// A failure that no handler knows is thrown as it is. After a transient failure the same client is used again,
    /// after any other one the partition is resolved again. Retries are counted anew when another kind of failure
    /// comes. Of an aggregate exception the first inner exception that may be tried again decides.
    /// </remarks>
    public virtual async Task<TResult> InvokeWithRetryAsync<TResult>(
        Func<TCommunicationClient, Task<TResult>> func,
        CancellationToken cancellationToken,
        params Type[] doNotRetryExceptionTypes)
    {
        ArgumentNullException.ThrowIfNull(func);
        using var limit = Limit(cancellationToken);
        var token = limit?.Token ?? cancellationToken;
        var attempt = 0;
        string lastId = null;
        while (true)
        {
            var box = await GetClientAsync(token).ConfigureAwait(false);
            Exception failure;
            try
            {
                return await func(box.Client).ConfigureAwait(false);
            }
            catch (Exception e)
            {
                failure = e;
            }

            token.ThrowIfCancellationRequested();
            if (Unwrapped(failure).Any(e => doNotRetryExceptionTypes.Contains(e.GetType())))
                throw failure;
            var control = await JudgeAsync(box.Client, failure, token).ConfigureAwait(false);
            if (!control.ShouldRetry)
                throw control.Exception ?? failure;
            attempt = control.ExceptionId == lastId ? attempt + 1 : 0;
            lastId = control.ExceptionId;
            if (attempt >= control.MaxRetryCount)
                throw new AggregateException(failure);
            if (!control.IsTransient)
                Reset(box);
            var delay = control.GetRetryDelay?.Invoke(attempt) ?? control.RetryDelay;
            await Task.Delay(delay, TimeProvider.System, token).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Makes a call without a result that cannot be cancelled. See the overload with a result and a token.
    /// </summary>
    /// <param name="func">The call; it may run several times.</param>
    /// <param name="doNotRetryExceptionTypes">Types of exceptions that are thrown at once.</param>
    /// <returns>A task that ends when an attempt has succeeded.</returns>
    public Task InvokeWithRetryAsync(
        Func<TCommunicationClient, Task> func, params Type[] doNotRetryExceptionTypes) =>
        InvokeWithRetryAsync(func, CancellationToken.None, doNotRetryExceptionTypes);

    /// <summary>
    /// Makes a call without a result. See the overload with a result, which tells what is repeated and thrown.
    /// </summary>
    /// <param name="func">The call; it may run several times.</param>
    /// <param name="cancellationToken">Ends connecting and pauses.</param>
    /// <param name="doNotRetryExceptionTypes">Types of exceptions that are thrown at once.</param>
    /// <returns>A task that ends when an attempt has succeeded.</returns>
    public Task InvokeWithRetryAsync(
        Func<TCommunicationClient, Task> func,
        CancellationToken cancellationToken,
        params Type[] doNotRetryExceptionTypes) =>
        InvokeWithRetryAsync(
            async client =>
            {
                await func(client).ConfigureAwait(false);
                return true;
            },
            cancellationToken,
            doNotRetryExceptionTypes);

    /// <summary>
    /// Makes a call as <c>InvokeWithRetryAsync</c> does. The thread waits for the end, with its pauses.
    /// </summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="func">The call; it may run several times.</param>
    /// <param name="doNotRetryExceptionTypes">Types of exceptions that are thrown at once.</param>
    /// <returns>The result of the attempt that succeeded.</returns>
    [Obsolete("Use InvokeWithRetryAsync Api instead ")]
    public TResult InvokeWithRetry<TResult>(
        Func<TCommunicationClient, TResult> func, params Type[] doNotRetryExceptionTypes)
    {
        ArgumentNullException.ThrowIfNull(func);
        return Blocking.Wait(InvokeWithRetryAsync(
            client => Task.FromResult(func(client)), CancellationToken.None, doNotRetryExceptionTypes));
    }

    /// <summary>
    /// Makes a call as <c>InvokeWithRetryAsync</c> does. The thread waits for the end, with its pauses.
    /// </summary>
    /// <param name="func">The call; it may run several times.</param>
    /// <param name="doNotRetryExceptionTypes">Types of exceptions that are thrown at once.</param>
    [Obsolete("Use InvokeWithRetryAsync Api instead ")]
    public void InvokeWithRetry(Action<TCommunicationClient> func, params Type[] doNotRetryExceptionTypes)
    {
        ArgumentNullException.ThrowIfNull(func);
        _ = InvokeWithRetry(
            client =>
            {
                func(client);
                return true;
            },
            doNotRetryExceptionTypes);
    }

    private static Exception[] Unwrapped(Exception failure) =>
        failure is AggregateException several ? [.. several.Flatten().InnerExceptions] : [failure];

    // The first inner exception that a handler knows decides.
    private async Task<OperationRetryControl> JudgeAsync(
        TCommunicationClient client, Exception failure, CancellationToken cancellationToken)
    {
        OperationRetryControl control = null;
        foreach (var exception in Unwrapped(failure))
        {
            control = await Factory.ReportOperationExceptionAsync(
                client, new ExceptionInformation(exception, TargetReplicaSelector), _retrySettings, cancellationToken)
                .ConfigureAwait(false);
            if (control.ShouldRetry)
                return control;
        }

        if (failure is AggregateException)
            control.Exception = failure;
        return control;
    }

    private CancellationTokenSource Limit(CancellationToken cancellationToken)
    {
        if (_retrySettings.ClientRetryTimeout == Timeout.InfiniteTimeSpan)
            return null;
        var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(_retrySettings.ClientRetryTimeout);
        return limit;
    }

    private ValueTask<Box> GetClientAsync(CancellationToken cancellationToken) =>
        Volatile.Read(ref _client) is { } client ? new(client) : ConnectAsync(cancellationToken);

    private async ValueTask<Box> ConnectAsync(CancellationToken cancellationToken)
    {
        ResolvedServicePartition previous;
        lock (_gate)
            previous = _resolved;
        var client = previous is null
            ? await Factory.GetClientAsync(
                ServiceUri, PartitionKey, TargetReplicaSelector, ListenerName, _retrySettings, cancellationToken)
                .ConfigureAwait(false)
            : await Factory.GetClientAsync(
                previous, TargetReplicaSelector, ListenerName, _retrySettings, cancellationToken).ConfigureAwait(false);
        lock (_gate)
        {
            // Callers that waited together keep the newest of what they got. Versions are compared within one partition
            // only: a service that was created anew has others.
            if (_client is null || _resolved is null || _resolved.Info.Id != client.ResolvedServicePartition.Info.Id
                || client.ResolvedServicePartition.CompareVersion(_resolved) >= 0)
            {
                _resolved = client.ResolvedServicePartition;
                _client = new Box(client);
            }

            return _client;
        }
    }

    private void Reset(Box stale)
    {
        lock (_gate)
        {
            if (_client == stale)
                _client = null;
        }
    }

    private sealed class Box(TCommunicationClient client)
    {
        public TCommunicationClient Client { get; } = client;
    }
}
