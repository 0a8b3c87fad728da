using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using SfPerf.Fabric.Remoting.Messages;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>Headers that a client factory of a program adds reach the message handler of a service.</summary>
public sealed class HeaderTests
{
    [Fact]
    public async Task A_header_that_a_client_factory_adds_reaches_the_handler_with_method_interface_and_arguments()
    {
        await using var bench = new Bench();
        object? argument = null;
        var dispatcher = new NotingDispatcher(new Probe())
        {
            Handling = m => argument = m.GetBody().GetParameter(1, "right", typeof(long)),
        };
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: dispatcher)));
        var (proxy, sent) = Proxy(bench, h => h.AddHeader("trace", [1, 2, 3]));

        Assert.Equal(5, await proxy.AddAsync(2, 3).WaitAsync(Bench.Limit, TestContext.Current.CancellationToken));

        var (header, value) = Assert.Single(dispatcher.Noted);
        Assert.Equal([1, 2, 3], value);
        Assert.Equal(3L, argument);
        Assert.Equal("AddAsync", header.MethodName);
        Assert.Equal((sent[0].MethodId, sent[0].InterfaceId), (header.MethodId, header.InterfaceId));
        Assert.NotEqual(Guid.Empty, header.RequestId);
        Assert.False(header.TryGetHeaderValue("Trace", out _));
    }

    [Fact]
    public async Task Headers_belong_to_one_call()
    {
        await using var bench = new Bench();
        var dispatcher = new NotingDispatcher(new Probe());
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: dispatcher)));
        var calls = 0;
        var (proxy, _) = Proxy(bench, h =>
        {
            if (++calls % 2 == 0)
                h.AddHeader("trace", [(byte)calls]);
        });
        for (var i = 0; i < 4; i++)
            Assert.Equal([7], await proxy.EchoAsync([7]));
        Assert.Equal([null, [2], null, [4]], dispatcher.Noted.Select(n => n.Value));
    }

    [Fact]
    public async Task A_call_that_is_tried_again_has_its_headers_again()
    {
        await using var bench = new Bench();
        var failures = 2;
        var dispatcher = new NotingDispatcher(new Probe())
        {
            Handling = _ =>
            {
                if (--failures >= 0)
                    throw new FabricTransientException("busy");
            },
        };
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: dispatcher)));
        var (proxy, sent) = Proxy(bench, h => h.AddHeader("trace", [9]));
        Assert.Equal(3, await proxy.AddAsync(1, 2));
        Assert.Single(sent);
        Assert.Equal([[9], [9], [9]], dispatcher.Noted.Select(n => n.Value));
    }

    [Fact]
    public async Task A_service_without_a_handler_does_not_see_the_headers()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe()));
        var (proxy, _) = Proxy(bench, h => h.AddHeader("trace", new byte[1000]));
        Assert.Equal(5, await proxy.AddAsync(2, 3));
        Assert.Equal("a|1|b,c", await proxy.JoinAsync("a", 1, ["b", "c"]));
        await proxy.PingAsync();
    }

    [Fact]
    public async Task Names_and_values_of_any_kind_travel()
    {
        Dictionary<string, byte[]?> headers = new() { [""] = [], ["größe"] = [0, 255], ["none"] = null };
        await using var bench = new Bench();
        var seen = new Dictionary<string, byte[]?>();
        var dispatcher = new NotingDispatcher(new Probe())
        {
            Handling = m =>
            {
                foreach (var name in headers.Keys)
                    seen[name] = m.GetHeader().TryGetHeaderValue(name, out var v) ? v : [1];
            },
        };
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: dispatcher)));
        await Proxy(bench, h => headers.ToList().ForEach(p => h.AddHeader(p.Key, p.Value!))).Proxy.PingAsync();
        Assert.Equal(headers, seen);
    }

    [Fact]
    public async Task The_longest_headers_travel_and_longer_ones_are_refused_before_they_are_sent()
    {
        await using var bench = new Bench();
        var dispatcher = new NotingDispatcher(new Probe(), "h");
        bench.MakePrimary(bench.Host(new ServiceRoute([], handler: dispatcher)));
        // A number of headers, the lengths of name and value, the name.
        var room = HeaderBlock.BytesMax - 2 - 4 - 4 - 1;
        var bytes = room;
        var (proxy, _) = Proxy(bench, h => h.AddHeader("h", new byte[bytes]));

        await proxy.PingAsync();
        Assert.Equal(room, Assert.Single(dispatcher.Noted).Value!.Length);

        bytes++;
        var failure = await Assert.ThrowsAsync<FabricMessageTooLargeException>(proxy.PingAsync);
        Assert.Equal(
            "The headers of a call take 65537 bytes with their names; 65536 are allowed.", failure.Message);
        Assert.Single(dispatcher.Noted);
    }

    [Fact]
    public async Task Too_many_headers_are_refused_before_they_are_sent()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe()));
        var number = HeaderBlock.HeadersMax;
        var (proxy, _) = Proxy(bench, h =>
        {
            for (var i = 0; i < number; i++)
                h.AddHeader($"{i}", []);
        });
        await proxy.PingAsync();
        number++;
        var failure = await Assert.ThrowsAsync<FabricMessageTooLargeException>(proxy.PingAsync);
        Assert.Equal("A call with 257 headers; 256 are allowed.", failure.Message);
    }

    [Fact]
    public async Task A_name_can_be_added_once()
    {
        await using var bench = new Bench();
        var (proxy, _) = Proxy(bench, h =>
        {
            h.AddHeader("trace", [1]);
            h.AddHeader("trace", [2]);
        });
        await Assert.ThrowsAsync<FabricElementAlreadyExistsException>(proxy.PingAsync);
    }

    // A client factory of a program's own before the transport's.
    private static (IProbe Proxy, List<IServiceRemotingRequestMessageHeader> Sent) Proxy(
        Bench bench, Action<IServiceRemotingRequestMessageHeader> add)
    {
        var client = new TransportClient(bench.Target());
        var sent = new List<IServiceRemotingRequestMessageHeader>();
        var factory = new RecordingFactory(async message =>
        {
            add(message.GetHeader());
            sent.Add(message.GetHeader());
            return (await client.RequestResponseAsync(message)).GetBody().Get(typeof(object));
        });
        var proxy = new ServiceProxyFactory(_ => factory).CreateServiceProxy<IProbe>(
            new Uri("fabric:/Test/Probe"), new ServicePartitionKey(7));
        return (proxy, sent);
    }
}
