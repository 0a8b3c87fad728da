using System;
using System.Fabric;
using System.IO;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Communication.Wcf.Runtime;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.ServiceModel.Wire;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Fabric;

/// <summary>Another user of the machine at the listeners of a service.</summary>
public sealed class WcfStrangerTests
{
    private const string NotAdmitted = "urn:sfperf:framing:user-not-admitted";
    private const int Tries = 20;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Http_answers_another_user_by_403_and_serves_its_own()
    {
        var binding = new BasicHttpBinding();
        await using var service = await RunningService.StartAsync(binding);

        var answer = await CurlAsync("-o", "/dev/null", "-w", "%{http_code}", service.Address.ToString(),
            "-H", "Content-Type: text/xml", "-d", "<x/>");

        Assert.Equal("403", answer);
        Assert.Equal([1], await service.EchoAsync(binding));
    }

    [Fact]
    public async Task Net_tcp_tells_another_user_the_reason_and_serves_its_own()
    {
        var binding = new NetTcpBinding(SecurityMode.None);
        await using var service = await RunningService.StartAsync(binding);

        await RefusedAsync($"http://127.0.0.1:{service.Address.Port}/");
        Assert.Equal([1], await service.EchoAsync(binding));
    }

    [Fact]
    public async Task Net_pipe_keeps_another_user_out_by_its_folder_and_refuses_one_who_finds_another_way()
    {
        var binding = new NetNamedPipeBinding(NetNamedPipeSecurityMode.None);
        await using var service = await RunningService.StartAsync(binding);
        var pipe = PipeName.Of(service.Address);
        var folder = Directory.CreateTempSubdirectory("sfperf-pipe-").FullName;
        try
        {
            // A second name of the socket, in a folder that everybody may enter.
            var open = Path.Combine(folder, "pipe");
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(folder, (UnixFileMode)0b111_101_101);
                File.SetUnixFileMode(pipe, (UnixFileMode)0b111_111_111);
            }
            using (var link = System.Diagnostics.Process.Start("ln", [pipe, open]))
                await link.WaitForExitAsync(TestContext.Current.CancellationToken);

            var closed = await CurlAsync("--http0.9", "--unix-socket", pipe, "http://127.0.0.1/");

            Assert.Equal("", closed);
            await RefusedAsync("--unix-socket", open, "http://127.0.0.1/");
            Assert.Equal([1], await service.EchoAsync(binding));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    // The service says why and closes at once. A client whose request comes later than that finds the connection
    // closed, and curl then prints nothing: it is asked again.
    private static async Task RefusedAsync(params string[] arguments)
    {
        var answer = "";
        for (var tried = 0; answer.Length == 0 && tried < Tries; tried++)
            answer = await CurlAsync(["--http0.9", .. arguments]);
        Assert.Contains(NotAdmitted, answer, StringComparison.Ordinal);
    }

    private static async Task<string> CurlAsync(params string[] arguments)
    {
        Assert.SkipWhen(Stranger.Missing is not null, Stranger.Missing ?? "");
        var curl = Stranger.Run("curl", ["-s", "-m", "50", .. arguments]);
        _ = await curl.ExitAsync(Limit);
        return curl.Output;
    }

    private sealed class RunningService : IAsyncDisposable
    {
        private readonly ICommunicationListener _listener;

        private RunningService(ICommunicationListener listener, string address) =>
            (_listener, Address) = (listener, new(address));

        internal Uri Address { get; }

        internal static async Task<RunningService> StartAsync(Binding binding)
        {
            var context = new StatelessServiceContext(
                new NodeContext("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1"),
                new CodePackageActivationContext(), "CounterType", new("fabric:/Test/Counter"), [], Guid.NewGuid(), 7);
            ICommunicationListener listener = new WcfCommunicationListener<ICounter>(
                context, new Echo(), binding, binding is NetNamedPipeBinding
                    ? new EndpointAddress($"net.pipe://localhost/{Guid.NewGuid()}") : null);
            return new(listener, await listener.OpenAsync(CancellationToken.None));
        }

        internal async Task<byte[]> EchoAsync(Binding binding)
        {
            var factory = new ChannelFactory<ICounter>(binding, new EndpointAddress(Address.ToString()));
            try
            {
                return await factory.CreateChannel().EchoAsync([1]).WaitAsync(Limit);
            }
            finally
            {
                factory.Abort();
            }
        }

        public async ValueTask DisposeAsync() =>
            await _listener.CloseAsync(CancellationToken.None).WaitAsync(Limit);
    }

    private sealed class Echo : ICounter
    {
        public int Meet(int wanted, int milliseconds) => wanted;

        public Task<int> MeetAsyncTask(int wanted, int milliseconds) => Task.FromResult(wanted);

        public Task<byte[]> EchoAsync(byte[] bytes) => Task.FromResult(bytes);

        public Task WaitAsync() => Task.CompletedTask;

        public int Instance() => 1;
    }
}
