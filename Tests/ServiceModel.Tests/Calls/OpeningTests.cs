using System;
using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>The first call opens a channel nobody opened.</summary>
public sealed class OpeningTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_call_that_opens_its_channel_has_its_own_time_for_it()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var binding = new NetTcpBinding(SecurityMode.None) { SendTimeout = TimeSpan.FromMilliseconds(100) };
        var factory = new ChannelFactory<ICounter>(
            binding, $"net.tcp://127.0.0.1:{((IPEndPoint)silent.LocalEndpoint).Port}/x");
        var blocking = Task.Run(() => factory.CreateChannel().Instance());
        await Assert.ThrowsAsync<TimeoutException>(() => blocking.WaitAsync(Limit));
        await Assert.ThrowsAsync<TimeoutException>(() => factory.CreateChannel().EchoAsync([1]).WaitAsync(Limit));
        factory.Abort();
    }

    [Fact]
    public async Task Calls_do_not_block_while_another_one_opens_the_channel()
    {
        using var running = new Running<ICounter>(typeof(PerCallMultiple));
        using var release = new ManualResetEventSlim();
        var channel = running.Factory.CreateChannel();
        var first = await CallThatOpensAsync(channel, release);
        var begun = new TaskCompletionSource<Task<byte[]>>();
        _ = Task.Run(() => begun.SetResult(channel.EchoAsync([2])));
        var second = await begun.Task.WaitAsync(Limit);
        Assert.False(second.IsCompleted);
        release.Set();
        Assert.Equal([1], await first.WaitAsync(Limit));
        Assert.Equal([2], await second.WaitAsync(Limit));
    }

    [Fact]
    public async Task Calls_that_wait_for_the_opening_fail_at_once_when_it_is_aborted()
    {
        using var running = new Running<ICounter>(typeof(PerCallMultiple));
        using var release = new ManualResetEventSlim();
        var channel = running.Factory.CreateChannel();
        var first = await CallThatOpensAsync(channel, release);
        var second = Task.Run(() => channel.EchoAsync([2]));
        ((IClientChannel)channel).Abort();
        release.Set();
        await Assert.ThrowsAsync<CommunicationObjectAbortedException>(() => first.WaitAsync(Limit));
        await Assert.ThrowsAsync<CommunicationObjectAbortedException>(() => second.WaitAsync(Limit));
    }

    [Fact]
    public void An_operation_that_may_not_start_a_session_is_the_services_to_refuse_in_one_opened_by_hand()
    {
        using var running = new Running<ISteps>(typeof(Steps));
        var closed = running.Factory.CreateChannel();
        Assert.Throws<InvalidOperationException>(() => closed.Middle());
        Assert.Equal(1, closed.First());
        var opened = running.Factory.CreateChannel();
        ((IClientChannel)opened).Open();
        Assert.Throws<ActionNotSupportedException>(() => opened.Middle());
    }

    [Fact]
    public void A_contract_with_callbacks_names_the_binding_that_has_no_sessions()
    {
        var factory = new DuplexChannelFactory<ITalker>(
            new Listener(), new BasicHttpBinding(), "http://localhost:1/x");
        var error = Assert.Throws<InvalidOperationException>(() => factory.CreateChannel());
        Assert.Contains(nameof(BasicHttpBinding), error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("nowhere")]
    [InlineData("")]
    public void An_address_that_is_none_is_a_format_error(string address) =>
        Assert.Throws<UriFormatException>(() => new EndpointAddress(address));

    // Returns the call when it is opening the channel, where it stays until released.
    private static async Task<Task<byte[]>> CallThatOpensAsync(ICounter channel, ManualResetEventSlim release)
    {
        var opening = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        ((IClientChannel)channel).Opening += (_, _) =>
        {
            opening.SetResult();
            release.Wait(Limit);
        };
        var first = Task.Run(() => channel.EchoAsync([1]));
        await opening.Task.WaitAsync(Limit);
        return first;
    }
}
