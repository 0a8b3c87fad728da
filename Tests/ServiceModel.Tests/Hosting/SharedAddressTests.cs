using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.ServiceModel.Wire;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Hosting;

/// <summary>Several hosts of a process at one address.</summary>
public sealed class SharedAddressTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData("net.tcp")]
    [InlineData("net.pipe")]
    [InlineData("http")]
    public void A_host_that_finds_its_address_taken_leaves_the_other_alone(string scheme)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Make(scheme));
        using var second = new ServiceHost(typeof(Greeter));
        second.AddServiceEndpoint(typeof(IGreeter), Make(scheme), running.Address.Uri);
        Assert.Throws<AddressAlreadyInUseException>(second.Open);
        Assert.Equal(CommunicationState.Faulted, second.State);
        second.Abort();
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }

    [Theory]
    [InlineData("net.tcp")]
    [InlineData("http")]
    public async Task Hosts_that_open_at_once_share_a_port_and_the_last_to_close_gives_it_back(string scheme)
    {
        var first = new ServiceHost(typeof(Greeter));
        first.AddServiceEndpoint(typeof(IGreeter), Make(scheme), $"{scheme}://127.0.0.1:0/first");
        first.Open();
        var port = first.ChannelDispatchers[0].Listener.Uri.Port;
        var others = Enumerable.Range(0, 8).Select(i =>
        {
            var host = new ServiceHost(typeof(Greeter));
            host.AddServiceEndpoint(typeof(IGreeter), Make(scheme), $"{scheme}://127.0.0.1:{port}/Other/{i}");
            return host;
        }).ToArray();
        await Task.WhenAll(others.Select(h => Task.Factory.FromAsync(h.BeginOpen, h.EndOpen, null))).WaitAsync(Limit);
        first.Close();
        using var factory = new ChannelFactory<IGreeter>(
            Make(scheme), new EndpointAddress($"{scheme}://127.0.0.1:{port}/other/7"));
        Assert.Equal(3, factory.CreateChannel().Add(1, 2));
        factory.Abort();
        await Task.WhenAll(others.Select(h => Task.Factory.FromAsync(h.BeginClose, h.EndClose, null))).WaitAsync(Limit);
        using var client = new TcpClient();
        await Assert.ThrowsAsync<SocketException>(() => client.ConnectAsync(IPAddress.Loopback, port));
    }

    [Fact]
    public void A_pipe_that_a_dead_process_left_is_taken_over()
    {
        var uri = new Uri($"net.pipe://localhost/test/{Guid.NewGuid()}");
        var file = PipeName.Of(uri);
        using (var dead = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified))
            dead.Bind(new UnixDomainSocketEndPoint(file));
        if (!File.Exists(file))
            File.WriteAllText(file, "");
        using var host = new ServiceHost(typeof(Greeter));
        host.AddServiceEndpoint(typeof(IGreeter), Make("net.pipe"), uri);
        host.Open();
        using var factory = new ChannelFactory<IGreeter>(Make("net.pipe"), new EndpointAddress(uri));
        Assert.Equal(3, factory.CreateChannel().Add(1, 2));
        factory.Abort();
    }

    private static Binding Make(string scheme) => scheme switch
    {
        "net.tcp" => new NetTcpBinding(SecurityMode.None),
        "net.pipe" => new NetNamedPipeBinding(NetNamedPipeSecurityMode.None),
        _ => new BasicHttpBinding(),
    };
}
