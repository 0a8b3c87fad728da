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
public class ServicePartitionClient<TCommunicationClient> : IServicePartitionClient<TCommunicationClient>
    where TCommunicationClient : ICommunicationClient
{
    private readonly OperationRetrySettings _retrySettings;
    private readonly Lock _gate = new();
    private Box _client;                        // guarded by _gate for writing; null when none or stale
    private ResolvedServicePartition _resolved; // guarded by _gate

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

    public ICommunicationClientFactory<TCommunicationClient> Factory { get; }

    public Uri ServiceUri { get; }

    public ServicePartitionKey PartitionKey { get; }

    public TargetReplicaSelector TargetReplicaSelector { get; }

    public string ListenerName { get; }

    public bool TryGetLastResolvedServicePartition(out ResolvedServicePartition resolvedServicePartition)
    {
        lock (_gate)
            resolvedServicePartition = _resolved;
        return resolvedServicePartition is not null;
    }

    public virtual Task<TResult> InvokeWithRetryAsync<TResult>(
        Func<TCommunicationClient, Task<TResult>> func, params Type[] doNotRetryExceptionTypes) =>
        InvokeWithRetryAsync(func, CancellationToken.None, doNotRetryExceptionTypes);

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

    public Task InvokeWithRetryAsync(
        Func<TCommunicationClient, Task> func, params Type[] doNotRetryExceptionTypes) =>
        InvokeWithRetryAsync(func, CancellationToken.None, doNotRetryExceptionTypes);

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

    /// <summary>Calls like <see cref="InvokeWithRetryAsync{TResult}(Func{TCommunicationClient, Task{TResult}},
    /// Type[])"/> and blocks the calling thread until the call has ended, pauses between attempts included.</summary>
    /// <param name="func">Called once for each attempt, on the calling thread or on one of the pool.</param>
    /// <param name="doNotRetryExceptionTypes">Exceptions that are thrown at once.</param>
    [Obsolete("Use InvokeWithRetryAsync Api instead ")]
    public TResult InvokeWithRetry<TResult>(
        Func<TCommunicationClient, TResult> func, params Type[] doNotRetryExceptionTypes)
    {
        ArgumentNullException.ThrowIfNull(func);
        return Blocking.Wait(InvokeWithRetryAsync(
            client => Task.FromResult(func(client)), CancellationToken.None, doNotRetryExceptionTypes));
    }

    /// <summary>Calls like <see cref="InvokeWithRetryAsync(Func{TCommunicationClient, Task}, Type[])"/> and blocks
    /// the calling thread until the call has ended, pauses between attempts included.</summary>
    /// <param name="func">Called once for each attempt, on the calling thread or on one of the pool.</param>
    /// <param name="doNotRetryExceptionTypes">Exceptions that are thrown at once.</param>
    [Obsolete("Use InvokeWithRetryAsync Api instead ")]
    public void InvokeWithRetry(Action<TCommunicationClient> func, params Type[] doNotRetryExceptionTypes)
    {
        ArgumentNullException.ThrowIfNull(func);
        InvokeWithRetry(
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
            // Callers that waited together keep the newest of what they got.
            if (_resolved is null || client.ResolvedServicePartition.CompareVersion(_resolved) >= 0 || _client is null)
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
