using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// Describes what the proxies of a process share: one directory a service, one connection an address.
/// </summary>
internal static class ServiceDirectories
{
    // A directory costs one resolution: proxies keep theirs when the table is emptied.
    private const int DirectoriesMax = 4096;

    // Which replica of several answers is chosen at random; a fixed seed keeps a run repeatable.
    private const int Seed = 1;
    private static readonly ConcurrentDictionary<Key, ServiceDirectory> Directories = new();
    private static readonly ConcurrentDictionary<(long, TimeSpan), ConnectionPool> Pools = new();

    internal static ProxyTarget TargetOf(
        Uri service, ServicePartitionKey partitionKey, TargetReplicaSelector selector, string? listenerName,
        FabricTransportRemotingSettings settings, OperationRetrySettings retrySettings,
        IReadOnlyList<IExceptionConvertor>? convertors = null)
    {
        var time = TimeProvider.System;
        var key = new Key(service, selector, listenerName, settings.MaxMessageSize, settings.ConnectTimeout);
        if (!Directories.TryGetValue(key, out var directory))
        {
            if (Directories.Count >= DirectoriesMax)
                Directories.Clear();
            directory = Directories.GetOrAdd(key, static k => Create(k));
        }
        return new(directory, partitionKey, settings.OperationTimeout, settings.MaxMessageSize, retrySettings, time)
        {
            Convertors = convertors ?? [],
        };
    }

    /// <summary>Gets the number of ways to call a service that are remembered.</summary>
    internal static int CountOf(Uri service) => Directories.Keys.Count(k => k.Service == service);

    private static ServiceDirectory Create(Key key)
    {
        var locator = new PartitionLocator();
        var pool = Pools.GetOrAdd((key.MessageBytesMax, key.ConnectTimeout), static k => new(
            Frames.Options(k.Item1, k.Item2), k.Item2, TimeProvider.System));
        var connector = new ReplicaConnector(locator, pool, key.Selector, key.ListenerName, new Random(Seed));
        return new(key.Service, locator, connector, TimeProvider.System);
    }

    private sealed record Key(
        Uri Service,
        TargetReplicaSelector Selector,
        string? ListenerName,
        long MessageBytesMax,
        TimeSpan ConnectTimeout);
}
