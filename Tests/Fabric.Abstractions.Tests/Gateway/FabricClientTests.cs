using System;
using System.Fabric;
using System.Fabric.Health;
using System.Fabric.Query;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Gateway;

public sealed class FabricClientTests
{
    private static readonly Uri Store = new("fabric:/Test/Store");
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Partitions_come_with_their_kind_status_and_sizes()
    {
        await using var server = await GatewayServer.StartAsync(
            (_, _) => (200, $"[{Answers.Partition},{Answers.Stateless}]"));
        using var client = new FabricClient(server.Endpoint);
        var list = await client.QueryManager.GetPartitionListAsync(Store);
        Assert.Equal(["/Services/Test/Store/$/Partitions"], server.Asked);
        Assert.Equal(2, list.Count);
        var stateful = Assert.IsType<StatefulServicePartition>(list[0]);
        var range = Assert.IsType<Int64RangePartitionInformation>(stateful.PartitionInformation);
        Assert.Equal((long.MinValue, long.MaxValue), (range.LowKey, range.HighKey));
        Assert.Equal((3, 2), (stateful.TargetReplicaSetSize, stateful.MinReplicaSetSize));
        Assert.Equal(
            (ServicePartitionStatus.Ready, HealthState.Warning, ServiceKind.Stateful),
            (stateful.PartitionStatus, stateful.HealthState, stateful.ServiceKind));
        var stateless = Assert.IsType<StatelessServicePartition>(list[1]);
        Assert.Equal(-1, stateless.InstanceCount);
        Assert.Equal(ServicePartitionKind.Singleton, stateless.PartitionInformation.Kind);
    }

    [Fact]
    public async Task Credentials_that_name_no_certificate_are_none_and_others_are_refused()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => (200, $"[{Answers.Partition}]"));
        var credentials = new X509Credentials { FindValue = "" };
        credentials.RemoteCertThumbprints.Add("");
        using var client = new FabricClient(credentials, new FabricClientSettings(), server.Endpoint);
        Assert.Single(await client.QueryManager.GetPartitionListAsync(Store));
        credentials.RemoteCertThumbprints.Add("1b45ec255e0668375043ed5fe78a09ff1655844d");
        var refused = Assert.Throws<FabricException>(
            () => new FabricClient(credentials, new FabricClientSettings(), server.Endpoint));
        Assert.Equal(FabricErrorCode.InvalidCredentials, refused.ErrorCode);
    }

    [Fact]
    public async Task A_filter_keeps_one_partition()
    {
        await using var server = await GatewayServer.StartAsync(
            (_, _) => (200, $"[{Answers.Partition},{Answers.Stateless}]"));
        using var client = new FabricClient(server.Endpoint);
        var id = Guid.Parse("66666666-2222-3333-4444-555555555555");
        var list = await client.QueryManager.GetPartitionListAsync(Store, id, Limit, CancellationToken.None);
        Assert.Equal(id, Assert.Single(list).PartitionInformation.Id);
    }

    [Theory]
    [InlineData(
        404, "FABRIC_E_SERVICE_DOES_NOT_EXIST",
        typeof(FabricServiceNotFoundException), FabricErrorCode.ServiceNotFound)]
    [InlineData(
        404, "FABRIC_E_PARTITION_NOT_FOUND",
        typeof(FabricElementNotFoundException), FabricErrorCode.PartitionNotFound)]
    [InlineData(
        400, "FABRIC_E_INVALID_PARTITION_KEY",
        typeof(FabricInvalidPartitionKeyException), FabricErrorCode.InvalidPartitionKey)]
    [InlineData(503, "FABRIC_E_SERVICE_OFFLINE", typeof(FabricTransientException), FabricErrorCode.ServiceOffline)]
    [InlineData(
        503, "FABRIC_E_GATEWAY_NOT_REACHABLE",
        typeof(FabricTransientException), FabricErrorCode.GatewayNotReachable)]
    [InlineData(500, "FABRIC_E_OTHER", typeof(FabricException), FabricErrorCode.Unknown)]
    public async Task An_error_of_the_gateway_becomes_its_exception(
        int status, string code, Type type, FabricErrorCode errorCode)
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Error(status, code));
        using var client = new FabricClient(server.Endpoint);
        var thrown = await Assert.ThrowsAsync(type, () => client.QueryManager.GetPartitionListAsync(Store));
        Assert.Equal("What went wrong.", thrown.Message);
        Assert.Equal(errorCode, ((FabricException)thrown).ErrorCode);
    }

    [Fact]
    public async Task A_page_that_is_no_gateway_is_an_error_not_a_crash()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => (200, "<html>"));
        using var client = new FabricClient(server.Endpoint);
        var thrown = await Assert.ThrowsAsync<FabricException>(() => client.QueryManager.GetPartitionListAsync(Store));
        Assert.Equal(FabricErrorCode.CommunicationError, thrown.ErrorCode);
    }

    [Fact]
    public async Task An_endpoint_that_does_not_answer_is_passed_over_and_not_asked_again()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => (200, "[]"));
        using var client = new FabricClient(GatewayServer.NobodyThere, server.Endpoint);
        Assert.Empty(await client.QueryManager.GetPartitionListAsync(Store));
        Assert.Empty(await client.QueryManager.GetPartitionListAsync(Store));
        Assert.Equal(2, server.Asked.Count);
    }

    [Fact]
    public async Task No_gateway_at_all_is_transient()
    {
        using var client = new FabricClient(GatewayServer.NobodyThere);
        var thrown = await Assert.ThrowsAsync<FabricTransientException>(
            () => client.QueryManager.GetPartitionListAsync(Store));
        Assert.Equal(FabricErrorCode.GatewayNotReachable, thrown.ErrorCode);
    }

    [Fact]
    public async Task An_answer_that_does_not_come_is_a_timeout()
    {
        var never = new TaskCompletionSource<(int, string)>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var server = await GatewayServer.StartAsync((_, _) => never.Task);
        using var client = new FabricClient(server.Endpoint);
        await Assert.ThrowsAsync<TimeoutException>(() => client.QueryManager.GetPartitionListAsync(
            Store, null, TimeSpan.FromMilliseconds(100), CancellationToken.None));
        never.SetResult((200, "[]"));
    }
}
