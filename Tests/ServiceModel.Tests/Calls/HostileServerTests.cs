using System;
using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>What a client makes of a server that refuses, stalls or breaks off.</summary>
public sealed class HostileServerTests : IDisposable
{
    private const string Acknowledged = "0B";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public HostileServerTests() => _listener.Start();

    private string Address => $"net.tcp://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/greet";

    public void Dispose() => _listener.Dispose();

    [Theory]
    [InlineData("EndpointNotFound", typeof(EndpointNotFoundException))]
    [InlineData("ServerTooBusy", typeof(ServerTooBusyException))]
    [InlineData("ConnectionDispatchFailed", typeof(ServerTooBusyException))]
    [InlineData("ContentTypeInvalid", typeof(ProtocolException))]
    [InlineData("UnsupportedMode", typeof(ProtocolException))]
    [InlineData("UpgradeInvalid", typeof(ProtocolException))]
    [InlineData("NeverHeardOf", typeof(ProtocolException))]
    public async Task A_fault_at_the_preamble_is_the_exception_of_its_name(string fault, Type expected) =>
        Assert.IsType(expected, await CallAsync(RawClient.Fault(fault)));

    [Theory]
    [InlineData("42")]
    [InlineData("08FF7F")]
    [InlineData("08FFFFFFFFFF7F")]
    public async Task Another_answer_to_the_preamble_is_a_protocol_error(string answer) =>
        Assert.IsType<ProtocolException>(await CallAsync(answer));

    [Theory]
    [InlineData("")]
    [InlineData(Acknowledged)]
    [InlineData(Acknowledged + "0650616263")]
    public async Task An_end_before_the_reply_is_a_communication_error(string answer) =>
        Assert.IsType<CommunicationException>(await CallAsync(answer));

    [Fact]
    public async Task The_servers_quota_is_named_as_the_cause()
    {
        var error = await CallAsync(Acknowledged + RawClient.Fault("MaxMessageSizeExceededFault"));
        Assert.IsType<QuotaExceededException>(Assert.IsType<CommunicationException>(error).InnerException);
    }

    [Fact]
    public async Task A_preamble_without_an_answer_times_out()
    {
        using var factory = new ChannelFactory<IGreeter>(
            new NetTcpBinding(SecurityMode.None) { OpenTimeout = TimeSpan.FromMilliseconds(200) }, Address);
        var opening = Task.Run(((IClientChannel)factory.CreateChannel()).Open);
        await Assert.ThrowsAsync<TimeoutException>(() => opening.WaitAsync(Limit));
        factory.Abort();
    }

    [Fact]
    public void A_request_over_the_servers_quota_says_so()
    {
        var generous = new NetTcpBinding(SecurityMode.None) { MaxReceivedMessageSize = 1 << 20 };
        using var running = new Running<IGreeter>(typeof(Greeter), client: generous);
        var channel = running.Factory.CreateChannel();
        var error = Assert.Throws<CommunicationException>(() => channel.Greet(new('x', 70000)));
        Assert.IsType<QuotaExceededException>(error.InnerException);
        Assert.Equal(CommunicationState.Faulted, ((IClientChannel)channel).State);
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }

    // Calls a server that answers so and ends, and tells how the call failed; the channel is of no use afterwards.
    private async Task<Exception> CallAsync(string answer)
    {
        var serving = ServeAsync(Convert.FromHexString(answer));
        var factory = new ChannelFactory<IGreeter>(new NetTcpBinding(SecurityMode.None), Address);
        var channel = factory.CreateChannel();
        var error = await Assert.ThrowsAnyAsync<Exception>(() => Task.Run(() => channel.Greet("x")).WaitAsync(Limit));
        Assert.Equal(CommunicationState.Faulted, ((IClientChannel)channel).State);
        factory.Abort();
        await serving.WaitAsync(Limit);
        return error;
    }

    private async Task ServeAsync(byte[] answer)
    {
        using var client = await _listener.AcceptTcpClientAsync();
        var heard = new byte[4096];
        await client.Client.ReceiveAsync(heard);
        await client.Client.SendAsync(answer);
        client.Client.Shutdown(SocketShutdown.Send);
        try
        {
            while (await client.Client.ReceiveAsync(heard) > 0)
            {
                // The client ends the connection.
            }
        }
        catch (SocketException)
        {
            // The client reset it.
        }
    }
}
