using System;
using System.Collections.Generic;
using System.Fabric;
using System.Globalization;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using SfPerf.Client.Rest;
using SfPerf.Commands;

namespace SfPerf.Client.Measuring.Clusters;

/// <summary>Finds partitions by Service Fabric's REST interface. Any thread may call it.</summary>
/// <param name="gateway">The cluster.</param>
/// <param name="time">Gives the time.</param>
internal sealed class RestPartitionResolver(RestGateway gateway, TimeProvider time) : IServicePartitionResolver
{
    // A service that moves has no address for a moment.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    // What the cluster calls a version is a text without an order; answers are numbered as they come.
    private readonly ConditionalWeakTable<ResolvedServicePartition, string> _versions = [];
    private long _number;

    public Task<ResolvedServicePartition> ResolveAsync(ResolvedServicePartition previousRsp,
        TimeSpan resolveTimeoutPerTry, TimeSpan maxRetryBackoffInterval, CancellationToken cancellationToken)
    {
        var key = previousRsp.Info switch
        {
            Int64RangePartitionInformation range => new ServicePartitionKey(range.LowKey),
            NamedPartitionInformation named => new ServicePartitionKey(named.Name),
            _ => ServicePartitionKey.Singleton,
        };
        return ResolveAsync(previousRsp.ServiceName, key, _versions.TryGetValue(previousRsp, out var version)
            ? version : null, cancellationToken);
    }

    public Task<ResolvedServicePartition> ResolveAsync(Uri serviceUri, ServicePartitionKey partitionKey,
        TimeSpan resolveTimeoutPerTry, TimeSpan maxRetryBackoffInterval, CancellationToken cancellationToken) =>
        ResolveAsync(serviceUri, partitionKey, null, cancellationToken);

    private async Task<ResolvedServicePartition> ResolveAsync(
        Uri service, ServicePartitionKey key, string? previous, CancellationToken token)
    {
        var path = PathOf(service, key, previous);
        for (var start = time.GetTimestamp(); ;)
        {
            try
            {
                var found = await gateway.GetAsync(path, RestVersions.Entities, token).ConfigureAwait(false)
                    ?? throw new SfPerfException(ExitCode.Unreachable, $"{service} is not in the cluster any more.");
                return Keep(service, found);
            }
            // Only an error with a cause is tried again: there was no answer, or one that says that another try may
            // help.
            catch (SfPerfException e) when (e is { Code: ExitCode.Unreachable, InnerException: not null }
                && time.GetElapsedTime(start) < Patience)
            {
                await Task.Delay(Pause, time, token).ConfigureAwait(false);
            }
        }
    }

    private static string PathOf(Uri service, ServicePartitionKey key, string? previous)
    {
        var (type, text) = key.Value switch
        {
            long number => (2, number.ToString(CultureInfo.InvariantCulture)),
            string name => (3, name),
            _ => (1, null),
        };
        return $"Services/{RestGateway.IdOf(service.ToString())}/$/ResolvePartition?PartitionKeyType={type}"
            + (text is null ? "" : $"&PartitionKeyValue={Uri.EscapeDataString(text)}")
            + (previous is null ? "" : $"&PreviousRspVersion={Uri.EscapeDataString(previous)}");
    }

    private ResolvedServicePartition Keep(Uri service, JsonElement found)
    {
        IReadOnlyList<ResolvedServiceEndpoint> endpoints =
        [
            .. found.GetProperty("Endpoints").EnumerateArray().Select(e => new ResolvedServiceEndpoint
            {
                Role = Enum.TryParse<ServiceEndpointRole>(e.GetProperty("Kind").GetString(), out var role)
                    ? role : ServiceEndpointRole.Invalid,
                Address = e.GetProperty("Address").GetString() ?? "",
            }),
        ];
        var resolved = new ResolvedServicePartition(service, InformationOf(found.GetProperty("PartitionInformation")),
            [.. endpoints], Interlocked.Increment(ref _number));
        _versions.Add(resolved, found.GetProperty("Version").GetString() ?? "");
        return resolved;
    }

    private static ServicePartitionInformation InformationOf(JsonElement partition)
    {
        var id = partition.GetProperty("Id").GetGuid();
        return partition.GetProperty("ServicePartitionKind").GetString() switch
        {
            "Int64Range" => new Int64RangePartitionInformation
            {
                Id = id, LowKey = Key(partition, "LowKey"), HighKey = Key(partition, "HighKey"),
            },
            "Named" => new NamedPartitionInformation { Id = id, Name = partition.GetProperty("Name").GetString() },
            _ => new SingletonPartitionInformation { Id = id },
        };
    }

    private static long Key(JsonElement partition, string name) =>
        long.Parse(partition.GetProperty(name).GetString()!, CultureInfo.InvariantCulture);
}
