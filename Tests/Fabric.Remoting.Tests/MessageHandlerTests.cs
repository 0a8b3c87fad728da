using System;
using System.Fabric;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;
using SfPerf.Fabric.Remoting.Messages;
using SfPerf.Fabric.Remoting.Runtime;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>A service whose listener has a message handler of the program.</summary>
public sealed class MessageHandlerTests
{
    [Fact]
    public async Task A_listener_with_a_handler_serves_proxies_without_headers()
    {
        var dispatcher = new NotingDispatcher(new Probe());
        var listener = new FabricTransportServiceRemotingListener(NotingDispatcher.Context, dispatcher);
        var address = await listener.OpenAsync(CancellationToken.None);
        await using var bench = new Bench();
        bench.MakePrimary(IPEndPoint.Parse(address[..address.IndexOf('+')]), address[(address.IndexOf('+') + 1)..]);
        var proxy = bench.Proxy();
        try
        {
            Assert.Equal(5, await proxy.AddAsync(2, 3));
            Assert.Equal([1], await proxy.EchoAsync([1]));
            Assert.Null(await proxy.EchoAsync(null));
            Assert.Equal("a|1|b", await proxy.JoinAsync("a", 1, ["b"]));
            Assert.Equal(4, await proxy.TokenAsync(4, CancellationToken.None));
            await proxy.PingAsync();
        }
        finally
        {
            await listener.CloseAsync(CancellationToken.None);
        }

        Assert.Equal(
            ["AddAsync", "EchoAsync", "EchoAsync", "JoinAsync", "TokenAsync", "PingAsync"],
            dispatcher.Noted.Select(n => n.Header.MethodName));
        Assert.All(dispatcher.Noted, n => Assert.Null(n.Value));
    }

    [Fact]
    public async Task A_handler_may_have_a_dispatcher_instead_of_being_one()
    {
        await using var bench = new Bench();
        var handler = new Wrapper(new ServiceRemotingMessageDispatcher(
            [typeof(IProbe)], NotingDispatcher.Context, new Probe()));
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: handler)));
        Assert.Equal(5, await bench.Proxy().AddAsync(2, 3));
        Assert.Equal(1, handler.Calls);
    }

    [Theory]
    [InlineData("invalid", typeof(InvalidOperationException))]
    [InlineData("fabric", typeof(FabricException))]
    public async Task What_the_service_throws_comes_back_as_without_a_handler(string kind, Type type)
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: new NotingDispatcher(new Probe()))));
        var handled = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy().FailAsync(kind));
        bench.MakePrimary(bench.Host(new Probe()));
        var direct = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy().FailAsync(kind));
        Assert.IsType(type, handled.InnerException);
        Assert.Equal(direct.InnerException!.Message, handled.InnerException!.Message);
    }

    [Fact]
    public async Task What_the_handler_throws_is_what_the_call_fails_with()
    {
        await using var bench = new Bench();
        var probe = new Probe();
        var dispatcher = new NotingDispatcher(probe) { Handling = _ => throw new UnauthorizedAccessException("who?") };
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: dispatcher)));
        var failure = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy().EchoAsync([]));
        Assert.Equal("who?", Assert.IsType<UnauthorizedAccessException>(failure.InnerException).Message);
        Assert.Equal(0, probe.Calls);
    }

    [Fact]
    public async Task A_cancelled_call_cancels_the_method_that_the_dispatcher_called()
    {
        await using var bench = new Bench();
        var probe = new Probe();
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: new NotingDispatcher(probe))));
        using var stop = new CancellationTokenSource();
        var call = bench.Proxy().WaitAsync(stop.Token);
        await probe.Waiting.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        await stop.CancelAsync();
        await probe.Cancelled.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
    }

    [Fact]
    public async Task A_handler_that_changes_the_answer_is_believed_and_its_headers_are_refused()
    {
        await using var bench = new Bench();
        var dispatcher = new NotingDispatcher(new Probe())
        {
            Answering = answer =>
            {
                if (answer.GetBody().Get(typeof(long)) is 5L)
                    answer.GetBody().Set(6L);
                else
                    answer.GetHeader().AddHeader("lost", [1]);
            },
        };
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: dispatcher)));
        var proxy = bench.Proxy();
        Assert.Equal(6, await proxy.AddAsync(2, 3));
        var failure = await Assert.ThrowsAsync<AggregateException>(() => proxy.AddAsync(1, 1));
        Assert.Equal(
            "The headers of an answer are not supported: they would not travel.",
            Assert.IsType<NotSupportedException>(failure.InnerException).Message);
    }

    [Fact]
    public async Task A_handler_without_an_answer_gives_the_default()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: new Wrapper(null))));
        _ = new NotingDispatcher(new Probe()); // Names the methods of IProbe.
        Assert.Equal(0, await bench.Proxy().AddAsync(2, 3));
        Assert.Null(await bench.Proxy().EchoAsync([1]));
    }

    [Fact]
    public async Task A_dispatcher_calls_a_method_by_its_names()
    {
        using var dispatcher = new ServiceRemotingMessageDispatcher(NotingDispatcher.Context, new Probe());
        var names = new ServiceRemotingDispatchHeaders
        {
            ServiceInterfaceName = typeof(IProbe).FullName,
            MethodName = nameof(IProbe.AddAsync),
        };
        var body = dispatcher.GetRemotingMessageBodyFactory().CreateRequest("", "", 2, null);
        body.SetParameter(0, "left", 2L);
        body.SetParameter(1, "right", 3L);
        var answer = await dispatcher.HandleRequestResponseAsync(names, body, CancellationToken.None);
        Assert.Equal(5L, answer.Get(typeof(long)));
        names.MethodName = "NoSuchAsync";
        await Assert.ThrowsAsync<NotSupportedException>(
            () => dispatcher.HandleRequestResponseAsync(names, body, CancellationToken.None));
        Assert.Throws<NotSupportedException>(() => dispatcher.HandleOneWayMessage(null));
    }

    [Fact]
    public void A_service_without_a_remote_interface_has_no_dispatcher() =>
        Assert.Throws<ArgumentException>(
            () => new ServiceRemotingMessageDispatcher(NotingDispatcher.Context, new Nobody()));

    private sealed class Nobody : Microsoft.ServiceFabric.Services.Remoting.IService;

    private sealed class Wrapper(ServiceRemotingMessageDispatcher? inner) : IServiceRemotingMessageHandler
    {
        internal int Calls { get; private set; }

        public Task<IServiceRemotingResponseMessage> HandleRequestResponseAsync(
            IServiceRemotingRequestContext requestContext, IServiceRemotingRequestMessage requestMessage)
        {
            Calls++;
            Assert.Throws<NotSupportedException>(requestContext.GetCallBackClient);
            return inner is null
                ? Task.FromResult<IServiceRemotingResponseMessage>(null!)
                : inner.HandleRequestResponseAsync(requestContext, requestMessage);
        }

        public void HandleOneWayMessage(IServiceRemotingRequestMessage requestMessage)
        {
        }

        public IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory() => new MessageBodyFactory();
    }
}
