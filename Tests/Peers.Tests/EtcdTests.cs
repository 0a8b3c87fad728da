using System;
using System.Threading.Tasks;
using SfPerf.Peers.Etcd;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Peers.Tests;

public sealed class EtcdTests(RunningEtcd etcd) : PeerTests(PeerKind.Etcd, etcd), IClassFixture<RunningEtcd>
{
    [Fact]
    public async Task The_durability_names_the_majority_of_voters()
    {
        var facts = await FactsAsync();
        Assert.StartsWith("etcd 3.", facts.Product, StringComparison.Ordinal);
        Assert.Equal((3, $"fsync on 2 of 3: {facts.Product}, raft log flushed before a majority acknowledges"),
            (facts.Copies, facts.Durability));
    }

    [Fact]
    public async Task A_write_of_the_primary_alone_is_not_to_be_had()
    {
        var refusal = await RefusalAsync(o => o with { Durability = DurabilityDemand.Primary });
        Assert.Contains("allowed: Fsync, Configured", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_follower_is_refused_and_names_the_leader()
    {
        PeerEndpoint? leader = null;
        PeerException? refusal = null;
        foreach (var member in Members)
        {
            try
            {
                (await EtcdServer.ConnectAsync(member, Token)).Channel.Dispose();
                leader = member;
            }
            catch (PeerException e)
            {
                refusal = e;
            }
        }

        Assert.Contains("is not the leader", refusal!.Message, StringComparison.Ordinal);
        Assert.Contains($"http://{leader}; give it as PeerEndpoint", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_user_that_cannot_log_in_is_told_where_its_name_comes_from()
    {
        Environment.SetEnvironmentVariable("ETCDCTL_USER", "root:wrong");
        try
        {
            var refusal = await RefusalAsync(o => o);
            Assert.Contains("refused the user; ETCDCTL_USER=NAME:PASSWORD says who", refusal.Message,
                StringComparison.Ordinal);
        }
        finally
        {
            Environment.SetEnvironmentVariable("ETCDCTL_USER", null);
        }
    }

    [Fact]
    public async Task A_server_of_another_kind_is_not_taken_for_etcd()
    {
        var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        try
        {
            var answering = AnswerAsync();
            var port = ((System.Net.IPEndPoint)listener.LocalEndpoint).Port;
            var refusal = await RefusalAsync(o => o with { Endpoints = [new PeerEndpoint("127.0.0.1", port)] });
            Assert.Contains($"etcd at 127.0.0.1:{port}", refusal.Message, StringComparison.Ordinal);
            await answering;
        }
        finally
        {
            listener.Stop();
        }

        async Task AnswerAsync()
        {
            using var socket = await listener.AcceptSocketAsync(Token);
            await socket.SendAsync("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray(), Token);
        }
    }
}
