#nullable disable

using System;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public abstract partial class CommunicationClientFactoryBase<TCommunicationClient>
{
    private async Task<TCommunicationClient> ConnectAsync(
        ResolvedServicePartition resolved,
        TargetReplicaSelector replica,
        string listenerName,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken)
    {
        for (var attempt = 0; ; attempt++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            OperationRetryControl control;
            try
            {
                var endpoint = Choose(resolved, replica);
                var address = AddressOf(endpoint, listenerName, resolved);
                var client = await GetOrCreateAsync(resolved, address, cancellationToken).ConfigureAwait(false);
                client.ResolvedServicePartition = resolved;
                client.Endpoint = endpoint;
                client.ListenerName = listenerName;
                return client;
            }
            catch (FabricEndpointNotFoundException e)
            {
                // Between two roles a replica has no address; the naming service soon knows a newer one.
                control = Judge(new ExceptionInformation(e, replica), retrySettings);
                if (!control.ShouldRetry)
                {
                    control = new OperationRetryControl
                    {
                        ShouldRetry = true,
                        Exception = e,
                        MaxRetryCount = retrySettings.DefaultMaxRetryCountForNonTransientErrors,
                        GetRetryDelay = n => retrySettings.RetryPolicy.GetNextRetryDelay(new(n, isTransient: false)),
                    };
                }
            }
            catch (Exception e) when (e is not OperationCanceledException || !cancellationToken.IsCancellationRequested)
            {
                control = Judge(new ExceptionInformation(e, replica), retrySettings);
                if (!control.ShouldRetry)
                    throw;
            }

            if (attempt >= control.MaxRetryCount)
                throw new AggregateException(control.Exception);
            var delay = control.GetRetryDelay(attempt);
            await Task.Delay(delay, TimeProvider.System, cancellationToken).ConfigureAwait(false);
            if (!control.IsTransient)
                resolved = await ResolveAgainAsync(resolved, retrySettings, cancellationToken).ConfigureAwait(false);
        }
    }

    private static ResolvedServiceEndpoint Choose(ResolvedServicePartition resolved, TargetReplicaSelector replica)
    {
        var fitting = resolved.Endpoints.Where(e => Fits(e.Role, replica)).ToArray();
        if (fitting.Length == 0)
        {
            throw new FabricEndpointNotFoundException(
                $"{resolved.ServiceName} partition {resolved.Info.Id} has no replica for {replica} at present.");
        }

        return fitting.Length == 1
            ? fitting[0]
            : fitting[System.Security.Cryptography.RandomNumberGenerator.GetInt32(fitting.Length)];
    }

    private static bool Fits(ServiceEndpointRole role, TargetReplicaSelector replica) => role switch
    {
        ServiceEndpointRole.Stateless => replica == TargetReplicaSelector.RandomInstance,
        ServiceEndpointRole.StatefulPrimary =>
            replica is TargetReplicaSelector.PrimaryReplica or TargetReplicaSelector.RandomReplica,
        ServiceEndpointRole.StatefulSecondary =>
            replica is TargetReplicaSelector.RandomReplica or TargetReplicaSelector.RandomSecondaryReplica,
        _ => false,
    };

    private static string AddressOf(
        ResolvedServiceEndpoint endpoint, string listenerName, ResolvedServicePartition resolved)
    {
        if (!ServiceEndpointCollection.TryParseEndpointsString(endpoint.Address, out var endpoints))
            return endpoint.Address.Length > 0 ? endpoint.Address : throw Missing();
        var found = listenerName is null
            ? endpoints.TryGetFirstEndpointAddress(out var address)
            : endpoints.TryGetEndpointAddress(listenerName, out address);
        return found ? address : throw Missing();

        FabricEndpointNotFoundException Missing() => new(
            $"{resolved.ServiceName} partition {resolved.Info.Id} has no listener '{listenerName}' " +
            $"at '{endpoint.Address}'.");
    }

    private async Task<TCommunicationClient> GetOrCreateAsync(
        ResolvedServicePartition resolved, string address, CancellationToken cancellationToken)
    {
        var key = $"{resolved.Info.Id:N} {address}";
        while (true)
        {
            if (_clients.Count > ClientsMax)
                DropInvalid();
            var entry = _clients.GetOrAdd(key, static _ => new Entry());
            await entry.Gate.WaitAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                if (entry.Dropped)
                    continue;
                if (entry.Client is { } known && ValidateClient(address, known))
                    return known;
                if (entry.Client is { } invalid)
                {
                    entry.Client = default;
                    Abandon(invalid);
                }
                var client = await CreateClientAsync(address, cancellationToken).ConfigureAwait(false);
                try
                {
                    await OpenClient(client, cancellationToken).ConfigureAwait(false);
                }
                catch
                {
                    AbortClient(client);
                    throw;
                }
                entry.Client = client;
                if (_fireConnectEvents)
                    ClientConnected?.Invoke(this, new() { Client = client });
                return client;
            }
            catch
            {
                // An address that cannot be reached is not kept: a partition that moves often leaves many behind.
                entry.Dropped = true;
                _clients.TryRemove(new(key, entry));
                throw;
            }
            finally
            {
                entry.Gate.Release();
            }
        }
    }

    // A client that still works stays: the partition moved, but others may be reached through it.
    private void DropIfInvalid(TCommunicationClient client)
    {
        if (ValidateClient(client))
            return;
        foreach (var (key, entry) in _clients)
        {
            if (!ReferenceEquals(entry.Client, client) || !_clients.TryRemove(new(key, entry)))
                continue;
            entry.Dropped = true;
            Abandon(client);
            return;
        }
    }

    private void Abandon(TCommunicationClient client)
    {
        AbortClient(client);
        if (_fireConnectEvents)
            ClientDisconnected?.Invoke(this, new() { Client = client });
    }

    private void DropInvalid()
    {
        foreach (var (key, entry) in _clients)
        {
            if (entry.Client is { } client && !ValidateClient(client) && _clients.TryRemove(new(key, entry)))
            {
                entry.Dropped = true;
                Abandon(client);
            }
        }
    }

    private sealed class Entry
    {
        public SemaphoreSlim Gate { get; } = new(1);

        public TCommunicationClient Client { get; set; }

        public bool Dropped { get; set; }
    }
}
