using System;
using System.IO;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class NetPipeConnectTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private readonly Uri _via = new($"net.pipe://localhost/full/{Guid.NewGuid()}");
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    public NetPipeConnectTests()
    {
        _listener.Bind(new UnixDomainSocketEndPoint(PipeName.Of(_via)));
        _listener.Listen(1);
    }

    public void Dispose()
    {
        _listener.Dispose();
        File.Delete(PipeName.Of(_via));
    }

    [Fact]
    public async Task A_client_waits_while_the_backlog_is_full()
    {
        var connecting = new Task<Socket>[20];
        for (var i = 0; i < connecting.Length; i++)
            connecting[i] = SocketConnector.ConnectAsync(_via, new Deadline(Limit, TimeProvider.System));
        for (var i = 0; i < connecting.Length; i++)
            (await _listener.AcceptAsync().WaitAsync(Limit)).Dispose();
        foreach (var socket in await Task.WhenAll(connecting).WaitAsync(Limit))
            socket.Dispose();
    }

    [Fact]
    public async Task It_waits_no_longer_than_the_open_timeout()
    {
        var deadline = new Deadline(TimeSpan.FromSeconds(1), TimeProvider.System);
        var connecting = new Task<Socket>[4];
        for (var i = 0; i < connecting.Length; i++)
            connecting[i] = SocketConnector.ConnectAsync(_via, deadline);
        await Assert.ThrowsAsync<TimeoutException>(() => Task.WhenAll(connecting).WaitAsync(Limit));
        foreach (var one in connecting)
        {
            if (one.IsCompletedSuccessfully)
                (await one).Dispose();
        }
    }

    [Fact]
    public async Task A_file_nobody_listens_behind_is_an_endpoint_not_found_at_once()
    {
        _listener.Dispose();
        await Assert.ThrowsAsync<EndpointNotFoundException>(
            () => SocketConnector.ConnectAsync(_via, new Deadline(TimeSpan.MaxValue, TimeProvider.System)));
    }
}
