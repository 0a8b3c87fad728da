using System;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Hosting;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

/// <summary>Whatever waits at a server is limited.</summary>
[Collection("Counter")]
public sealed class QueueTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    // The second connection has as long as the silent one: other tests block the thread pool for seconds.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(8);
    private static readonly TimeSpan Moment = TimeSpan.FromMilliseconds(300);

    [Fact]
    public async Task Connections_without_a_preamble_are_no_more_than_allowed()
    {
        using var running = new Running<ICounter>(typeof(PerCallSingle), OnePending(Patience));
        var uri = running.Address.Uri;
        using var silent = await RawClient.ConnectAsync(uri);
        using var next = await RawClient.ConnectAsync(uri, RawClient.Preamble(uri));
        Assert.Equal("0B", await next.HearAsync(bytes: 1));
        Assert.True(silent.HasHeard, "The second connection was answered before the first was cut.");
    }

    [Fact]
    public async Task Sessions_over_the_throttle_stay_among_the_pending_connections()
    {
        using var running = new Running<ICounter>(
            typeof(PerCallSingle),
            OnePending(Limit),
            host => host.Description.Behaviors.Add(new ServiceThrottlingBehavior { MaxConcurrentSessions = 1 }));
        var uri = running.Address.Uri;
        using var first = await RawClient.ConnectAsync(uri, RawClient.Preamble(uri));
        Assert.Equal("0B", await first.HearAsync(bytes: 1));
        using var second = await RawClient.ConnectAsync(uri, RawClient.Preamble(uri));
        using var third = await RawClient.ConnectAsync(uri, "42");
        var refusing = third.HearAsync();
        await Task.WhenAny(refusing, Task.Delay(Moment, TimeProvider.System));
        Assert.False(refusing.IsCompleted, "The third connection was read while the second waited.");
        await first.SendAsync("07");
        Assert.Equal("EOF", await refusing);
        Assert.True(second.HasHeard);
        Assert.Equal("0B", await second.HearAsync(bytes: 1));
    }

    [Theory]
    [InlineData("http")]
    [InlineData("streamed")]
    public async Task Calls_without_a_session_are_refused_when_too_many_wait(string kind)
    {
        Counter.Gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using var running = new Running<ICounter>(
            typeof(PerCallSingle),
            Bindings.WithoutSessions(kind),
            host => host.Description.Behaviors.Add(new ServiceThrottlingBehavior { MaxConcurrentCalls = 1 }));
        ((EndpointListener)running.Host.ChannelDispatchers[0].Listener).Engine!.SessionlessCallsWaitingMax = 1;
        var channel = running.Factory.CreateChannel();
        var calls = Enumerable.Range(0, 4).Select(_ => channel.WaitAsync()).ToList();
        for (var refused = 0; refused < 2; refused++)
        {
            var first = await Task.WhenAny(calls).WaitAsync(Limit);
            await Assert.ThrowsAsync<ServerTooBusyException>(() => first);
            calls.Remove(first);
        }

        Counter.Gate.SetResult();
        await Task.WhenAll(calls).WaitAsync(Limit);
    }

    private static CustomBinding OnePending(TimeSpan preambleMax)
    {
        var binding = new CustomBinding(new NetTcpBinding(SecurityMode.None));
        var transport = binding.Elements.Find<TcpTransportBindingElement>()!;
        transport.MaxPendingConnections = 1;
        transport.ChannelInitializationTimeout = preambleMax;
        return binding;
    }
}
