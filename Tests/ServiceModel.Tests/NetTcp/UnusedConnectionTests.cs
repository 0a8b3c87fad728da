using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

/// <summary>Connections that clients keep between two sessions are limited at the server, in number and time.</summary>
public sealed class UnusedConnectionTests
{
    private const string End = "07";
    private const string Acknowledged = "0B";

    [Fact]
    public async Task A_server_keeps_no_more_unused_connections_than_its_binding_says()
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Binding(kept: 2, TimeSpan.FromMinutes(2)));
        using var first = await UseAsync(running);
        using var second = await UseAsync(running);
        using var third = await UseAsync(running);
        Assert.Equal("EOF", await third.HearAsync());
        Assert.False(first.HasHeard || second.HasHeard, "A connection within the limit was closed.");

        // One that is in use again makes room for another.
        await BeginAsync(first, running);
        using var fourth = await UseAsync(running);
        Assert.False(fourth.HasHeard, "A connection within the limit was closed.");
        await EndAsync(first);
        Assert.Equal("EOF", await first.HearAsync());
        await BeginAsync(second, running);
    }

    [Fact]
    public async Task An_unused_connection_is_cut_at_the_idle_timeout()
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Binding(kept: 10, TimeSpan.FromSeconds(1)));
        using var client = await UseAsync(running);
        Assert.Equal("EOF", await client.HearAsync());
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }

    [Fact]
    public void A_client_opens_another_connection_when_the_server_keeps_none()
    {
        using var running = new Running<IGreeter>(
            typeof(Greeter), Binding(kept: 0, TimeSpan.FromMinutes(2)), client: new NetTcpBinding(SecurityMode.None));
        for (var sessions = 0; sessions < 20; sessions++)
        {
            var channel = running.Factory.CreateChannel();
            Assert.Equal(3, channel.Add(1, 2));
            ((IClientChannel)channel).Close();
        }

        Assert.Equal(20, running.Factory.ConnectionsMade);
    }

    private static CustomBinding Binding(int kept, TimeSpan idle)
    {
        var binding = new CustomBinding(new NetTcpBinding(SecurityMode.None));
        var pool = binding.Elements.Find<TcpTransportBindingElement>()!.ConnectionPoolSettings;
        pool.MaxOutboundConnectionsPerEndpoint = kept;
        pool.IdleTimeout = idle;
        return binding;
    }

    private static async Task<RawClient> UseAsync(Running<IGreeter> running)
    {
        var client = await RawClient.ConnectAsync(running.Address.Uri);
        await BeginAsync(client, running);
        await EndAsync(client);
        return client;
    }

    private static async Task BeginAsync(RawClient client, Running<IGreeter> running)
    {
        await client.SendAsync(RawClient.Preamble(running.Address.Uri));
        Assert.Equal(Acknowledged, await client.HearAsync(bytes: 1));
    }

    private static async Task EndAsync(RawClient client)
    {
        await client.SendAsync(End);
        Assert.Equal(End, await client.HearAsync(bytes: 1));
    }
}
