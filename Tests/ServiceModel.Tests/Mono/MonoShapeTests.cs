using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Mono;

/// <summary>Headers, message contracts, messages and XmlSerializerFormat, against Mono in both directions.</summary>
public sealed class MonoShapeTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);

    [Theory]
    [InlineData("tcp")]
    [InlineData("http")]
    public async Task Mono_calls_us(string binding)
    {
        MonoPeer.SkipWithoutMono();
        using var running = new Running<IMonoShapes>(typeof(MonoShapes), Binding(binding));
        var printed = await MonoPeer.RunAsync("shapes", binding, running.Address.Uri.ToString());
        Assert.Equal(
            ["header=mono", "ask=me ha3", "buy=4711 tea,<milk> 3.0", "echo=text!", "DONE"],
            printed.TrimEnd().Split('\n'));
    }

    [Theory]
    [InlineData("tcp")]
    [InlineData("http")]
    public async Task We_call_mono(string binding)
    {
        MonoPeer.SkipWithoutMono();
        var port = ListeningPorts.FindFree();
        using var server = await MonoPeer.ServeAsync(binding, port, "shapes");
        try
        {
            var scheme = binding == "http" ? "http" : "net.tcp";
            var factory = new ChannelFactory<IMonoShapes>(Binding(binding), $"{scheme}://127.0.0.1:{port}/shapes");
            await Task.Factory.StartNew(
                () => CallAll(factory.CreateChannel(), Binding(binding).MessageVersion),
                TaskCreationOptions.LongRunning).WaitAsync(Limit);
            factory.Abort();
        }
        finally
        {
            server.Kill(entireProcessTree: true);
        }
    }

    private static void CallAll(IMonoShapes channel, MessageVersion version)
    {
        using (new OperationContextScope((IContextChannel)channel))
        {
            OperationContext.Current!.OutgoingMessageHeaders.Add(
                MessageHeader.CreateHeader("user", Mirror.Space, "ours"));
            Assert.Equal("ours", channel.Header("user"));
            Assert.Equal(
                "by mono",
                OperationContext.Current.IncomingMessageHeaders.GetHeader<string>("served", Mirror.Space));
        }

        var answer = channel.Ask(new() { User = "me", Text = "ha", Count = 3 });
        Assert.Equal(("me", "ha3"), (answer.Served, answer.Text));
        var bought = channel.Buy(new() { Number = "4711", Lines = ["tea", "<milk>"], Sum = 1.5m });
        Assert.Equal(("4711", 3.0m), (bought.Number, bought.Sum));
        Assert.Equal(["tea", "<milk>"], bought.Lines!);
        var echo = channel.Echo(Message.CreateMessage(version, "urn:shapes/echo", "text"));
        Assert.Equal("text!", echo.GetBody<string>());
    }

    private static Binding Binding(string name) => Bindings.Of(name == "http" ? "http" : "net.tcp");
}
