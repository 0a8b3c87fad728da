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

    /// <summary>Makes as many connections as there are generators; they share load drivers when there are fewer.
    /// </summary>
    /// <param name="resolver">Finds the load drivers, now and when they have moved.</param>
    /// <param name="service">Their service.</param>
    /// <param name="keys">The first key of each of its partitions, at least one.</param>
    /// <param name="generators">How many generators there are.</param>
    public static IReadOnlyList<DriverConnection> Make(
        IServicePartitionResolver resolver, Uri service, IReadOnlyList<long> keys, int generators)
    {
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
