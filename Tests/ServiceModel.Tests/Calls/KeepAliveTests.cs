using System;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class KeepAliveTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_http_server_keeps_connections_if_its_binding_says_so(bool kept)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Binding(kept));
        using var client = new HttpClient { Timeout = Limit };
        using var content = new StringContent("");
        using var answer = await client.PostAsync(running.Address.Uri, content);
        Assert.Equal(kept ? null : true, answer.Headers.ConnectionClose);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_client_asks_for_a_kept_connection_if_its_binding_says_so(bool kept)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var factory = new ChannelFactory<IGreeter>(
            Binding(kept), new EndpointAddress($"http://{listener.LocalEndpoint}/greet"));
        var channel = factory.CreateChannel();
        var call = Task.Run(() => channel.Add(1, 2));
        using var client = await listener.AcceptTcpClientAsync().WaitAsync(Limit);
        using var request = new StreamReader(client.GetStream());
        var isClosed = false;
        while (await request.ReadLineAsync().WaitAsync(Limit) is { Length: > 0 } header)
            isClosed |= header.Equals("Connection: close", StringComparison.OrdinalIgnoreCase);
        Assert.Equal(!kept, isClosed);
        factory.Abort();
        await Assert.ThrowsAsync<CommunicationObjectAbortedException>(() => call);
    }

    private static CustomBinding Binding(bool kept)
    {
        var binding = new CustomBinding(new BasicHttpBinding());
        binding.Elements.Find<HttpTransportBindingElement>()!.KeepAliveEnabled = kept;
        return binding;
    }
}
