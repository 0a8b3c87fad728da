using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Chaos.DiskFaults;
using SfPerf.Client.Cluster;
using SfPerf.Commands;

namespace SfPerf.Client.Chaos;

/// <summary>The cluster that is broken: it has a folder of its own and keeps its ports when its manager is started
/// again.</summary>
internal sealed class ChaosCluster : IAsyncDisposable
{
    private const string PackageFolder = "ChaosStore/ApplicationPackage";
    private const int MinReplicas = 3;
    private const int StartsMax = 4;
    private static readonly TimeSpan StatusTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(40);
    private static readonly TimeSpan StartPause = TimeSpan.FromSeconds(1);
    private readonly ClusterStart _start;
    private readonly TimeProvider _time;
    private ClusterProcess _process;
    private Gateway _gateway;
    private string _folder;

    private ChaosCluster(ClusterStart start, ClusterProcess process, TimeProvider time)
    {
        (_start, _process, _time, _folder) = (start, process, time, start.Data);
        _gateway = new(process.Info.Gateway);
        var port = process.Info.ClientEndpoint.LastIndexOf(':') + 1;
        _start = start with
        {
            GatewayPort = new Uri(process.Info.Gateway).Port,
            ClientPort = int.Parse(process.Info.ClientEndpoint.AsSpan(port), CultureInfo.InvariantCulture),
        };
    }

    /// <summary>The store's name.</summary>
    public static Uri Service { get; } = new("fabric:/Chaos/ChaosStore");

    /// <summary>Gets host:port of the client endpoint; it stays the same.</summary>
    public string ClientEndpoint => _process.Info.ClientEndpoint;

    /// <summary>Gets the id of the manager's process, which changes with every start.</summary>
    public int ManagerId => _process.Id;

    /// <summary>Gets where all state is.</summary>
    public string Folder => _folder;

    /// <summary>Starts a cluster with the store.</summary>
    /// <param name="options">How large it is.</param>
    /// <param name="disk">The disk of all its processes; null for one that does not fail.</param>
    /// <param name="time">The clock.</param>
    /// <param name="token">Ends the start early.</param>
    public static async Task<ChaosCluster> StartAsync(
        ChaosOptions options, FaultyDisk? disk, TimeProvider time, CancellationToken token)
    {
        var package = Locations.Find(PackageFolder) ?? throw new SfPerfException(ExitCode.Unreachable,
            $"The folder {PackageFolder} is neither in the current folder, nor above it, nor above the program.");
        var replicas = Math.Min(options.Nodes, 5);
        var parameters = new Dictionary<string, string>
        {
            ["ChaosStore_PartitionCount"] = options.Partitions.ToString(CultureInfo.InvariantCulture),
            ["ChaosStore_TargetReplicaSetSize"] = replicas.ToString(CultureInfo.InvariantCulture),
            ["ChaosStore_MinReplicaSetSize"] =
                Math.Min(replicas, MinReplicas).ToString(CultureInfo.InvariantCulture),
        };
        var start = new ClusterStart(StandingCluster.NewOwnFolder(), options.Nodes, GatewayPort: 0, ClientPort: 0,
            Durability: null, Stays: false, new Deployment(Path.GetFullPath(package), "", parameters))
        {
            KeepsData = true, Application = "fabric:/Chaos", ReadyTimeout = ReadyTimeout,
            Environment = disk?.Environment ?? new Dictionary<string, string>(),
        };
        return new(start, await ClusterProcess.StartAsync(start, token).ConfigureAwait(false), time);
    }

    /// <summary>Returns the cluster as its status shows it; null while it does not answer.</summary>
    public async Task<ChaosView?> ViewAsync(CancellationToken token)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(StatusTimeout);
        try
        {
            return ChaosView.Read(await _gateway.StatusAsync(limit.Token).ConfigureAwait(false));
        }
        catch (Exception e) when (e is SfPerfException
            || e is OperationCanceledException && !token.IsCancellationRequested)
        {
            return null;
        }
    }

    /// <summary>Asks for a move of a primary, to any other replica unless a node is given.</summary>
    public Task MovePrimaryAsync(Guid partition, string? node, CancellationToken token) =>
        _gateway.MovePrimaryAsync(
            new() { Service = Service.ToString(), Node = node, PartitionId = partition }, token);

    /// <summary>Kills the manager, and with it the cluster, and starts it again.</summary>
    /// <exception cref="SfPerfException">It does not get ready again.</exception>
    public async Task KillManagerAsync(CancellationToken token)
    {
        await _process.KillAsync(token).ConfigureAwait(false);
        await StartAgainAsync(token).ConfigureAwait(false);
    }

    /// <summary>Stops the cluster in order and starts it again.</summary>
    /// <exception cref="SfPerfException">It does not get ready again.</exception>
    public Task RestartAsync(CancellationToken token) => StartAgainAsync(token);

    /// <summary>Ends the cluster. Its folder is kept when <paramref name="keep"/> is true, under a name that no later
    /// run deletes; <see cref="Folder"/> names it then.</summary>
    public async Task EndAsync(bool keep)
    {
        await DisposeAsync().ConfigureAwait(false);
        if (!keep)
        {
            ClusterProcess.Delete(_folder);
            return;
        }

        var kept = Path.Combine(Path.GetDirectoryName(_folder)!, "chaos" + Path.GetFileName(_folder)["run".Length..]);
        Directory.Move(_folder, kept);
        _folder = kept;
    }

    public async ValueTask DisposeAsync()
    {
        _gateway.Dispose();
        await _process.DisposeAsync().ConfigureAwait(false);
    }

    private async Task StartAgainAsync(CancellationToken token)
    {
        await DisposeAsync().ConfigureAwait(false);
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                _process = await ClusterProcess.StartAsync(_start, token).ConfigureAwait(false);
                _gateway = new(_process.Info.Gateway);
                return;
            }
            catch (SfPerfException) when (attempt < StartsMax)
            {
                // Processes of the killed cluster may still hold its folder or its ports for a moment.
                await Task.Delay(StartPause, _time, token).ConfigureAwait(false);
            }
        }
    }
}
