using System;
using System.Collections.Generic;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Mono;

/// <summary>Both directions, both transports. Mono judges the bytes, not concurrency, speed or the details of
/// faults: there it errs itself.</summary>
public sealed class MonoTests
{
    private const string Operations = "greet,unicode,1k,30k,add,round,typed,untyped,oneway";

    [Theory]
    [InlineData("tcp")]
    [InlineData("streamed")]
    [InlineData("http")]
    [InlineData("text")]
    public async Task Mono_calls_us(string binding)
    {
        MonoPeer.SkipWithoutMono();
        using var running = new Running<IGreeter>(typeof(FiringGreeter), Binding(binding));
        // Our service ends a session at an unexpected exception, so over sessions that call stands alone.
        var operations = binding switch
        {
            "tcp" or "text" => Operations.Replace("untyped,", "", StringComparison.Ordinal),
            // Mono's streamed client waits for two Ends after a one-way call, that is, for ever.
            "streamed" => Operations.Replace(",oneway", "", StringComparison.Ordinal),
            _ => Operations,
        };
        var printed = await MonoPeer.RunAsync("client", binding, running.Address.Uri.ToString(), operations);
        var expected = new Dictionary<string, string>
        {
            ["greet"] = "Hello, Bob",
            ["unicode"] = "Hello, Zoë <&> 世",
            ["1k"] = "1031",
            ["30k"] = "30007",
            ["add"] = "42",
            ["round"] = "2 n 1024 1;2.5 2020-01-02T03:04:05.0000000Z True",
            ["typed"] = "7 bad typed failure",
            ["untyped"] = "FaultException",
            ["oneway"] = "1",
        };
        Assert.Equal(
            string.Join('\n', operations.Split(',').Select(o => $"{o}={expected[o]}").Append("DONE")),
            printed.TrimEnd());
    }

    [Fact]
    public async Task Mono_understands_our_untyped_fault()
    {
        MonoPeer.SkipWithoutMono();
        using var running = new Running<IGreeter>(typeof(Greeter), Binding("tcp"));
        var printed = await MonoPeer.RunAsync("client", "tcp", running.Address.Uri.ToString(), "untyped");
        Assert.StartsWith("untyped=FaultException", printed, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Six_hundred_clients_of_mono_call_us_without_an_error()
    {
        MonoPeer.SkipWithoutMono();
        using var running = new Running<IGreeter>(
            typeof(Greeter),
            new NetTcpBinding(SecurityMode.None) { ListenBacklog = 1000, MaxConnections = 1000 },
            h => h.Description.Behaviors.Add(new ServiceThrottlingBehavior { MaxConcurrentSessions = 1000 }));
        // Six processes: with 600 threads in one, Mono now and then ends in an assertion of its own runtime.
        var address = running.Address.Uri.ToString();
        var printed = await Task.WhenAll(
            Enumerable.Range(0, 6).Select(_ => MonoPeer.RunAsync("many", "tcp", address, "100", "5")));
        Assert.All(printed, p => Assert.True(p.StartsWith("ok=500 failed=0", StringComparison.Ordinal), p));
    }

    [Theory]
    [InlineData("tcp")]
    [InlineData("streamed")]
    [InlineData("http")]
    [InlineData("text")]
    public async Task We_call_mono(string binding)
    {
        MonoPeer.SkipWithoutMono();
        var port = ListeningPorts.FindFree();
        using var server = await MonoPeer.ServeAsync(binding, port);
        try
        {
            var scheme = binding == "http" ? "http" : "net.tcp";
            var factory = new ChannelFactory<IGreeter>(Binding(binding), $"{scheme}://127.0.0.1:{port}/greet");
            await Task.Factory.StartNew(
                () => CallAll(factory.CreateChannel()), TaskCreationOptions.LongRunning)
                .WaitAsync(TimeSpan.FromSeconds(120));
            factory.Abort();
        }
        finally
        {
            server.Kill(entireProcessTree: true);
        }
    }

    private static void CallAll(IGreeter channel)
    {
        Assert.Equal("Hello, Bob", channel.Greet("Bob"));
        Assert.Equal("Hello, Zoë <&> 世", channel.Greet("Zoë <&> 世"));
        Assert.Equal(1031, channel.Greet(new string('x', 1024)).Length);
        Assert.Equal(30007, channel.Greet(new string('x', 30000)).Length);
        Assert.Equal(42, channel.Add(2, 40));
        var item = new Item
        {
            Id = 1,
            Name = "n",
            Blob = new byte[1024],
            Vals = [1, 2.5],
            When = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            G = Guid.NewGuid(),
        };
        var back = channel.Round(item);
        Assert.Equal(
            (2, "n", 1024, item.When, item.G), (back.Id, back.Name, back.Blob!.Length, back.When, back.G));
        Assert.Equal(item.Vals, back.Vals);
        var typed = Assert.Throws<FaultException<GreetFault>>(() => channel.Fail("typed"));
        Assert.Equal((7, "bad", "typed failure"), (typed.Detail.Code, typed.Detail.Reason, typed.Message));
        Assert.Throws<FaultException>(() => channel.Fail("other"));
        channel.Fire("x");
        for (var i = 0; i < 100_000 && channel.Fired() == 0; i++)
            channel.Greet("wait");
        Assert.Equal(1, channel.Fired());
        ((IClientChannel)channel).Close();
    }

    private static Binding Binding(string name) => name == "http" ? new BasicHttpBinding()
        : name == "text" ? new CustomBinding(new TextMessageEncodingBindingElement(), new TcpTransportBindingElement())
        : new NetTcpBinding(SecurityMode.None)
        {
            TransferMode = name == "streamed" ? TransferMode.Streamed : TransferMode.Buffered,
        };
}
