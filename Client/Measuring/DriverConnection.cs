using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Communication.Wcf;
using Microsoft.ServiceFabric.Services.Communication.Wcf.Client;
using SfPerf.Commands;
using SfPerf.DriverContracts;

namespace SfPerf.Client.Measuring;

/// <summary>Calls one load driver over net.tcp; finds it again through the cluster when it moved.</summary>
internal sealed class DriverConnection
{
    private static readonly TimeSpan CallTimeout = TimeSpan.FromSeconds(30);
    private readonly ServicePartitionClient<WcfCommunicationClient<ILoadDriver>> _client;

    private DriverConnection(ServicePartitionClient<WcfCommunicationClient<ILoadDriver>> client) => _client = client;

    /// <summary>Connects to as many load drivers as there are generators; they share drivers when there are
    /// fewer.</summary>
    /// <exception cref="SfPerfException">The cluster knows no load driver.</exception>
    public static async Task<IReadOnlyList<DriverConnection>> ConnectAsync(
        string clientEndpoint, Uri service, int generators, CancellationToken token)
    {
        using var fabric = new FabricClient(clientEndpoint);
        List<long> keys;
        try
        {
            var partitions = await fabric.QueryManager.GetPartitionListAsync(service, null, CallTimeout, token)
                .ConfigureAwait(false);
            keys = partitions.Select(p => p.PartitionInformation).OfType<Int64RangePartitionInformation>()
                .Select(p => p.LowKey).Order().ToList();
        }
        catch (Exception e) when (e is FabricException or TimeoutException)
        {
            throw new SfPerfException(
                ExitCode.Unreachable, $"{service} cannot be found at {clientEndpoint}: {e.Message}", e);
        }

        if (keys.Count == 0)
            throw new SfPerfException(ExitCode.Unreachable, $"{service} has no partition with a key range.");
        var resolver = new ServicePartitionResolver(clientEndpoint);
        var factory = new WcfCommunicationClientFactory<ILoadDriver>(
            WcfUtility.CreateTcpClientBinding(), servicePartitionResolver: resolver);
        return [.. Enumerable.Range(0, generators).Select(i => new DriverConnection(
            new ServicePartitionClient<WcfCommunicationClient<ILoadDriver>>(
                factory, service, new ServicePartitionKey(keys[i % keys.Count]))))];
    }

    public Task CallAsync(Func<ILoadDriver, Task> call, CancellationToken token) => CallAsync(async driver =>
    {
        await call(driver).ConfigureAwait(false);
        return true;
    }, token);

    /// <summary>Makes one call, which must be harmless when repeated.</summary>
    /// <exception cref="SfPerfException">The driver refused it, or was not reached in time.</exception>
    public async Task<T> CallAsync<T>(Func<ILoadDriver, Task<T>> call, CancellationToken token)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(CallTimeout);
        try
        {
            return await _client.InvokeWithRetryAsync(c => call(c.Channel), limit.Token)
                .WaitAsync(limit.Token).ConfigureAwait(false);
        }
        catch (FaultException e)
        {
            throw new SfPerfException(ExitCode.Unreachable, $"The load driver refused: {e.Message}", e);
        }
        catch (Exception e) when (e is CommunicationException or FabricException or TimeoutException
            || e is OperationCanceledException && !token.IsCancellationRequested)
        {
            throw new SfPerfException(ExitCode.Unreachable,
                $"The load driver was not reached within {CallTimeout.TotalSeconds} s: {e.Message}", e);
        }
    }
}
