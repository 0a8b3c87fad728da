using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>How many connections an http listener has at once.</summary>
public sealed class HttpConnectionTests
{
    private static readonly string Get =
        Convert.ToHexString(Encoding.ASCII.GetBytes("GET /greet HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"));

    [Fact]
    public async Task A_connection_over_the_limit_is_closed_and_the_others_go_on()
    {
        var binding = new CustomBinding(new BasicHttpBinding());
        binding.Elements.Find<HttpTransportBindingElement>()!.ConnectionsMax = 2;
        using var running = new Running<IGreeter>(typeof(Greeter), binding);
        using var first = await RawClient.ConnectAsync(running.Address.Uri, Get);
        using var second = await RawClient.ConnectAsync(running.Address.Uri, Get);
        await HearAnswerAsync(first);
        await HearAnswerAsync(second);
        using (var third = await RawClient.ConnectAsync(running.Address.Uri))
            Assert.Equal("EOF", await third.HearAsync());
        await first.SendAsync(Get);
        await HearAnswerAsync(first);
        await second.SendAsync(Get);
        await HearAnswerAsync(second);
    }

    private static async Task HearAnswerAsync(RawClient client)
    {
        const string Expected = "HTTP/1.1 405 Method Not Allowed";
        var heard = Encoding.ASCII.GetString(Convert.FromHexString(await client.HearAsync(Expected.Length)));
        Assert.Equal(Expected, heard);
        while (!heard.EndsWith("\r\n\r\n", StringComparison.Ordinal))
            heard += Encoding.ASCII.GetString(Convert.FromHexString(await client.HearAsync(1)));
    }
}
