using System;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Gateway;

public sealed class ServicePartitionResolverTests
{
    private static readonly Uri Store = new("fabric:/Test/Store");
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData(17L, "kind=Int64Range&key=17")]
    [InlineData("a b&c", "kind=Named&key=a%20b%26c")]
    [InlineData(null, "kind=Singleton")]
    public async Task A_key_is_asked_for_by_its_kind(object? key, string query)
    {
        await using var server = await GatewayServer.StartAsync(
            (_, _) => Answers.Resolved(12, "tcp://one", "tcp://two"));
        var resolver = new ServicePartitionResolver(server.Endpoint);
        var partitionKey = key switch
        {
            long number => new ServicePartitionKey(number),
            string name => new ServicePartitionKey(name),
            _ => null,
        };
        var resolved = await resolver.ResolveAsync(Store, partitionKey, CancellationToken.None);
        Assert.Equal([$"/Services/Test/Store/$/ResolvePartition?{query}"], server.Asked);
        Assert.Equal(Store, resolved.ServiceName);
        Assert.Equal("""{"Endpoints":{"":"tcp://one"}}""", resolved.GetEndpoint().Address);
        Assert.Equal(
            [ServiceEndpointRole.StatefulPrimary, ServiceEndpointRole.StatefulSecondary],
            resolved.Endpoints.Select(e => e.Role));
    }

    [Fact]
    public async Task Resolving_again_names_the_version_that_failed()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => Answers.Resolved(11 + n, "tcp://one"));
        var resolver = new ServicePartitionResolver(server.Endpoint);
        var first = await resolver.ResolveAsync(Store, new ServicePartitionKey(5), CancellationToken.None);
        var second = await resolver.ResolveAsync(first, CancellationToken.None);
        Assert.EndsWith(
            "kind=Int64Range&key=-9223372036854775808&previousVersion=12",
            server.Asked.Last(),
            StringComparison.Ordinal);
        Assert.True(second.CompareVersion(first) > 0);
    }

    [Fact]
    public async Task A_busy_cluster_is_asked_again_until_it_answers()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => n switch
        {
            1 => Answers.Error(503, "FABRIC_E_SERVICE_OFFLINE"),
            2 => Answers.Error(504, "FABRIC_E_TIMEOUT"),
            _ => Answers.Resolved(1, "tcp://one"),
        });
        var resolver = new ServicePartitionResolver(server.Endpoint);
        await resolver.ResolveAsync(Store, new ServicePartitionKey(5), CancellationToken.None)
            .WaitAsync(Limit, TimeProvider.System);
        Assert.Equal(3, server.Asked.Count);
    }

    // Pauses that double would take 17 s at least.
    [Fact]
    public async Task A_partition_is_found_soon_after_it_is_back()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => n <= 14
            ? Answers.Error(503, "FABRIC_E_SERVICE_OFFLINE") : Answers.Resolved(1, "tcp://one"));
        var resolver = new ServicePartitionResolver(server.Endpoint);
        await resolver.ResolveAsync(Store, new ServicePartitionKey(5), CancellationToken.None)
            .WaitAsync(Limit / 4, TimeProvider.System);
        Assert.Equal(15, server.Asked.Count);
    }

    [Theory]
    [InlineData(0, 5000, 20)]
    [InlineData(80, 5000, 20)]
    [InlineData(100, 5000, 25)]
    [InlineData(4000, 5000, 1000)]
    [InlineData(60_000, 5000, 5000)]
    [InlineData(0, 7, 7)]
    public void A_pause_is_at_most_a_quarter_of_the_time_before_it(int failingMs, int longestMs, int pauseMs) =>
        Assert.Equal(TimeSpan.FromMilliseconds(pauseMs), RetryDelay.Longest(
            TimeSpan.FromMilliseconds(failingMs), TimeSpan.FromMilliseconds(longestMs)));

    [Fact]
    public async Task A_service_that_does_not_exist_is_not_asked_for_again()
    {
        await using var server = await GatewayServer.StartAsync(
            (_, _) => Answers.Error(404, "FABRIC_E_SERVICE_DOES_NOT_EXIST"));
        var resolver = new ServicePartitionResolver(server.Endpoint);
        await Assert.ThrowsAsync<FabricServiceNotFoundException>(
            () => resolver.ResolveAsync(Store, new ServicePartitionKey(5), CancellationToken.None));
        Assert.Single(server.Asked);
    }

    [Fact]
    public async Task Cancellation_ends_the_waiting()
    {
        using var cancellation = new CancellationTokenSource();
        await using var server = await GatewayServer.StartAsync((_, n) =>
        {
            if (n == 2)
                cancellation.Cancel();
            return Answers.Error(503, "FABRIC_E_SERVICE_OFFLINE");
        });
        var resolver = new ServicePartitionResolver(server.Endpoint);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => resolver.ResolveAsync(Store, new ServicePartitionKey(5), cancellation.Token)
                .WaitAsync(Limit, TimeProvider.System));
    }

    [Fact]
    public async Task Versions_of_different_partitions_do_not_compare()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "tcp://one"));
        var resolver = new ServicePartitionResolver(server.Endpoint);
        var one = await resolver.ResolveAsync(Store, new ServicePartitionKey(5), CancellationToken.None);
        var other = new ResolvedServicePartition(Store, new SingletonPartitionInformation { Id = Guid.Empty }, [], 1);
        Assert.Throws<ArgumentException>(() => one.CompareVersion(other));
    }
}
