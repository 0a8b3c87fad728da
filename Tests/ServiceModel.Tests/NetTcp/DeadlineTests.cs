using System;
using System.Net.Sockets;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

/// <summary>Who is slow on purpose is cut, and nobody else is concerned.</summary>
public sealed class DeadlineTests
{
    // Also what the good call has after it: other tests block the thread pool for seconds on a slow machine.
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(6);
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Drop = TimeSpan.FromMilliseconds(100);

    [Fact]
    public async Task A_preamble_that_drips_is_cut_at_the_deadline_of_the_whole()
    {
        var binding = new CustomBinding(new NetTcpBinding(SecurityMode.None));
        binding.Elements.Find<TcpTransportBindingElement>()!.ChannelInitializationTimeout = Deadline;
        using var running = new Running<IGreeter>(typeof(Greeter), binding);
        using var client = await RawClient.ConnectAsync(running.Address.Uri, RawClient.Version + "010202FF0F");
        Assert.Equal("EOF", await DripAsync(client));
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }

    [Theory]
    [InlineData(TransferMode.Buffered, "06FF7F")]
    [InlineData(TransferMode.Streamed, "05FF7F")]
    public async Task A_message_that_drips_is_cut_at_the_receive_timeout(TransferMode mode, string start)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Impatient(mode));
        var preamble = RawClient.Preamble(running.Address.Uri, mode == TransferMode.Buffered);
        using var client = await RawClient.ConnectAsync(running.Address.Uri, preamble + start);
        Assert.Equal("0BEOF", await DripAsync(client));
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }

    [Fact]
    public async Task A_session_without_messages_is_cut_at_the_receive_timeout()
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Impatient(TransferMode.Buffered));
        var uri = running.Address.Uri;
        using var client = await RawClient.ConnectAsync(uri, RawClient.Preamble(uri));
        Assert.Equal("0BEOF", await client.HearAsync());
    }

    [Fact]
    public async Task A_session_that_leaves_its_replies_unread_is_read_no_further_and_cut()
    {
        const int Characters = 60000;
        const int Requests = 2000;
        using var running = new Running<IGreeter>(typeof(Greeter), Impatient(TransferMode.Buffered));
        var name = "9B" + "60EA" + string.Concat(System.Linq.Enumerable.Repeat("78", Characters));
        var envelope = "00" + RawClient.BeforeName + name + RawClient.AfterName;
        var request = Convert.FromHexString("06" + RawClient.Size(envelope.Length / 2) + envelope);
        using var client =
            await RawClient.ConnectAsync(running.Address.Uri, RawClient.Preamble(running.Address.Uri));
        using var limit = new CancellationTokenSource(Limit);
        var sent = 0;
        await Assert.ThrowsAsync<SocketException>(async () =>
        {
            for (; sent < Requests; sent++)
                await client.Socket.SendAsync(request, limit.Token);
        });
        Assert.InRange(sent, 1, Requests - 1);
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }

    private static NetTcpBinding Impatient(TransferMode mode) =>
        new(SecurityMode.None) { ReceiveTimeout = Deadline, TransferMode = mode };

    // The bytes would last for minutes, and a limit for each read would never be reached.
    private static async Task<string> DripAsync(RawClient client)
    {
        var hearing = client.HearAsync();
        while (!hearing.IsCompleted)
        {
            await Task.WhenAny(hearing, Task.Delay(Drop, TimeProvider.System));
            try
            {
                await client.SendAsync("61");
            }
            catch (SocketException)
            {
                break;
            }
        }

        return await hearing;
    }
}
