using System;
using System.Diagnostics;
using System.IO;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.Tests.WcfClient;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Microsoft;

/// <summary>Microsoft's own client, built from the same contracts, calls our services in a process of its own.
/// </summary>
public sealed class MicrosoftClientTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);

    [Theory]
    [InlineData("net.tcp")]
    [InlineData("http")]
    public async Task Headers_inspectors_and_errors(string scheme)
    {
        using var running = new Running<IMirror>(typeof(Mirror), Strict(scheme));
        // For SOAP 1.1 Microsoft's client has an exception of its own for a message that could not be read.
        var (sender, unread) = scheme == "http"
            ? ("Client", "ProtocolException") : ("Sender", "FaultException DeserializationFailed");
        Assert.Equal(
            [
                "header=Zoë <&>", "typed=seven", "flowed=Zoë <&>", "answer=yes", "inspector=saw it", "after=none",
                "strange=ProtocolException", $"quota={unread}", "state=Opened", "next=4",
                $"refused=FaultException {sender}", "action=ActionNotSupportedException",
                "again=ActionNotSupportedException", "DONE",
            ],
            await RunAsync(scheme, "mirror", running.Address));
    }

    [Theory]
    [InlineData("net.tcp")]
    [InlineData("http")]
    public async Task Message_contracts_messages_streams_and_the_xml_serializer(string scheme)
    {
        using var running = new Running<IShapes>(typeof(Shapes), Bindings.Of(scheme));
        Assert.Equal(
            [
                "ask=hahaha 3 me", "bare=42", "buy=4711 2 tea,2 <milk> 3.0", "empty=0", "reverse=3", "store=file! cba",
                "echo=me 42", "any=urn:unheard-of: text", "DONE",
            ],
            await RunAsync(scheme, "shapes", running.Address));
    }

    [Fact]
    public async Task A_session_that_an_operation_terminates()
    {
        using var running = new Running<ISteps>(typeof(Steps));
        Assert.Equal(["first=1", "last=2", "state=Closed", "again=InvalidOperationException", "DONE"],
            await RunAsync("net.tcp", "steps", running.Address));
    }

    [Theory]
    [InlineData("net.tcp")]
    [InlineData("http")]
    public async Task Faults_are_as_our_client_sees_them(string scheme)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Strict(scheme));
        string[] ours = [.. FaultLines.Of(Bindings.Of(scheme), running.Address), "DONE"];
        Assert.Equal(7, ours.Length);
        Assert.Equal(await RunAsync(scheme, "faults", running.Address), ours);
    }

    private static async Task<string[]> RunAsync(string scheme, string what, EndpointAddress address)
    {
        var start = new ProcessStartInfo(Program(), [scheme, what, address.Uri.ToString()])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        try
        {
            var errors = process.StandardError.ReadToEndAsync();
            var printed = await process.StandardOutput.ReadToEndAsync().WaitAsync(Limit);
            await process.WaitForExitAsync().WaitAsync(Limit);
            TestContext.Current.TestOutputHelper?.WriteLine(await errors.WaitAsync(Limit));
            Assert.True(process.ExitCode == 0, printed + await errors.WaitAsync(Limit));
            return printed.TrimEnd().Split('\n');
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }

    // The projects' outputs lie side by side, each in the folder of its configuration.
    private static string Program()
    {
        var own = new DirectoryInfo(AppContext.BaseDirectory);
        return Path.Combine(own.Parent!.Parent!.FullName, "SfPerf.Tests.WcfClient", own.Name, "SfPerf.Tests.WcfClient");
    }

    private static Binding Strict(string scheme)
    {
        var binding = Bindings.Of(scheme);
        if (binding is NetTcpBinding tcp)
            tcp.ReaderQuotas = new() { MaxStringContentLength = 10_000 };
        else
            ((BasicHttpBinding)binding).ReaderQuotas = new() { MaxStringContentLength = 10_000 };
        return binding;
    }
}
