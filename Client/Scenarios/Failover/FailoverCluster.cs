using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Commands;
using SfPerf.Platform;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>A cluster of five nodes that belongs to the scenario: its manager may be killed and started again on the
/// same state and ports. A cluster that the user left running is never touched.</summary>
internal sealed class FailoverCluster : IAsyncDisposable
{
    private const int NodeCount = 5;
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(20);
    private readonly TimeProvider _time;
    private readonly TimeSpan _readyTimeout;
    private readonly MeasuredService _service;
    private ClusterProcess _manager;

    private FailoverCluster(
        ClusterProcess manager, MeasuredService service, TimeSpan readyTimeout, TimeProvider time)
    {
        (_manager, _service, _readyTimeout, _time) = (manager, service, readyTimeout, time);
        Gateway = new Gateway(manager.Info.Gateway);
    }

    public Gateway Gateway { get; }

    public ClusterInfo Info => _manager.Info;

    /// <summary>Starts one and deploys the store; the task ends when every partition is ready.</summary>
    /// <param name="deployment">The store.</param>
    /// <param name="service">Its service.</param>
    /// <param name="readyTimeout">How long each start of the cluster may take.</param>
    /// <param name="time">The clock.</param>
    /// <param name="token">Ends the start.</param>
    public static async Task<FailoverCluster> StartAsync(
        Deployment deployment, MeasuredService service, TimeSpan readyTimeout, TimeProvider time,
        CancellationToken token)
    {
        var start = new ClusterStart(StandingCluster.NewOwnFolder(), NodeCount, GatewayPort: 0, ClientPort: 0,
            Durability: null, Stays: false, deployment)
        {
            KeepsData = true, ReadyTimeout = readyTimeout,
        };
        try
        {
            return new FailoverCluster(
                await ClusterProcess.StartAsync(start, token).ConfigureAwait(false), service, readyTimeout, time);
        }
        catch
        {
            ClusterProcess.Delete(start.Data);
            throw;
        }
    }

    /// <summary>Asks for the store and the processes; null while the manager does not answer or has no store.</summary>
    public async Task<ClusterSnapshot?> FindAsync(CancellationToken token)
    {
        try
        {
            return ClusterSnapshot.Read(await Gateway.StatusAsync(token).ConfigureAwait(false), _service);
        }
        catch (SfPerfException)
        {
            return null;
        }
    }

    /// <summary>Kills the manager, whose nodes and hosts end with it, and starts it again with the state it left.
    /// </summary>
    public async Task RestartAsync(IReadOnlyCollection<int> processes, CancellationToken token)
    {
        var info = _manager.Info;
        await _manager.KillAsync(token).ConfigureAwait(false);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(EndTimeout);
        try
        {
            while (processes.Any(ProcessControl.IsAlive))
                await Task.Delay(TimeSpan.FromMilliseconds(10), _time, limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!token.IsCancellationRequested)
        {
            throw new SfPerfException(ExitCode.Unreachable, "The manager was killed, and after "
                + $"{EndTimeout.TotalSeconds} s there are still processes of its cluster: "
                + $"{string.Join(", ", processes.Where(ProcessControl.IsAlive))}.");
        }

        var start = new ClusterStart(info.Data, NodeCount, new Uri(info.Gateway).Port, PortOf(info.ClientEndpoint),
            info.Durability, Stays: false, Deployment: null)
        {
            KeepsData = true, ReadyTimeout = _readyTimeout,
        };
        var old = _manager;
        _manager = await ClusterProcess.StartAsync(start, token).ConfigureAwait(false);
        await old.DisposeAsync().ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        Gateway.Dispose();
        var data = _manager.Info.Data;
        await _manager.DisposeAsync().ConfigureAwait(false);
        ClusterProcess.Delete(data);
    }

    private static int PortOf(string endpoint) => int.Parse(
        endpoint.AsSpan(endpoint.LastIndexOf(':') + 1), System.Globalization.CultureInfo.InvariantCulture);
}
