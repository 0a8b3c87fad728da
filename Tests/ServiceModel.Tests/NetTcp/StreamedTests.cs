using System;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.ServiceModel;
using System.Text;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

/// <summary>The singleton mode of [MC-NMF], which TransferMode.Streamed uses.</summary>
public sealed class StreamedTests : IDisposable
{
    private const string Greet =
        "56020B0173040B0161065608440A1E008299" + "18" + "75726E3A70726F62652F49477265657465722F4772656574"
        + "01560E4005477265657408" + "0975726E3A70726F6265" + "40046E616D65" + "9903426F62" + "010101";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly Running<IGreeter> _running = new(typeof(Greeter), Streamed());

    private string Via => $"net.tcp://127.0.0.1:{_running.Address.Uri.Port}/greet";

    public void Dispose() => _running.Dispose();

    [Fact]
    public async Task Calls_follow_each_other_on_one_connection()
    {
        var channel = _running.Factory.CreateChannel();
        for (var i = 0; i < 20; i++)
            Assert.Equal("Hello, x", channel.Greet("x"));
        Assert.Equal(1, _running.Factory.ConnectionsMade);
        Assert.Null(((IClientChannel)channel).SessionId);
        var both = Enumerable.Range(0, 2).Select(_ => Task.Factory.StartNew(
            () => channel.Busy(100), TaskCreationOptions.LongRunning));
        await Task.WhenAll(both).WaitAsync(Limit);
        Assert.InRange(_running.Factory.ConnectionsMade, 1, 2);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(int.MaxValue)]
    public async Task A_message_may_come_in_chunks_of_any_size(int chunk)
    {
        using var client = await ConnectAsync();
        for (var again = 0; again < 2; again++)
        {
            var message = Convert.FromHexString(Greet).Chunk(chunk)
                .Select(c => c.Length.ToString("X2") + Convert.ToHexString(c));
            await SendAsync(client, Preamble("01", "07") + "05" + string.Concat(message) + "0007");
            var answer = await ReadAsync(client, "01010100" + "07");
            Assert.StartsWith("0B05", answer, StringComparison.Ordinal);
            var greeting = Convert.ToHexString(Encoding.UTF8.GetBytes("Hello, Bob"));
            Assert.Contains(greeting, answer, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task End_alone_is_answered_by_End_alone()
    {
        using var client = await ConnectAsync();
        await SendAsync(client, Preamble("01", "07") + "07");
        Assert.Equal("0B07", await ReadAsync(client, "07"));
    }

    [Theory]
    [InlineData("02", "08", "UnsupportedMode")]
    [InlineData("01", "08", "ContentTypeInvalid")]
    public async Task Another_mode_or_encoding_gets_its_fault(string mode, string encoding, string fault)
    {
        using var client = await ConnectAsync();
        await SendAsync(client, Preamble(mode, encoding));
        var answer = await ReadAsync(client, "-");
        Assert.EndsWith("/framing/faults/" + fault,
            Encoding.UTF8.GetString(Convert.FromHexString(answer)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("05FFFFFFFF07", "the first chunk")]
    [InlineData("050161" + "808004", "a later one")]
    public async Task A_chunk_over_the_quota_gets_its_fault_before_it_is_read(string records, string which)
    {
        using var client = await ConnectAsync();
        await SendAsync(client, Preamble("01", "07") + records);
        var answer = Encoding.UTF8.GetString(Convert.FromHexString(await ReadAsync(client, "-")));
        Assert.True(answer.EndsWith("MaxMessageSizeExceededFault", StringComparison.Ordinal), which);
    }

    [Theory]
    [InlineData("42")]
    [InlineData("0603006162")]
    [InlineData("05FFFFFFFFFFFF")]
    [InlineData("0502FFFF0007")]
    [InlineData("05016100" + "42")]
    public async Task A_broken_message_closes_the_connection(string records)
    {
        using var client = await ConnectAsync();
        await SendAsync(client, Preamble("01", "07") + records);
        Assert.Equal("0B", await ReadAsync(client, "-"));
        Assert.Equal(3, _running.Factory.CreateChannel().Add(1, 2));
    }

    [Fact]
    public void A_contract_that_needs_a_session_is_refused()
    {
        var host = new ServiceHost(typeof(SingleTalker));
        host.AddServiceEndpoint(typeof(ITalker), Streamed(), "net.tcp://127.0.0.1:0/talk");
        Assert.Throws<InvalidOperationException>(host.Open);
    }

    private static NetTcpBinding Streamed() => new(SecurityMode.None) { TransferMode = TransferMode.Streamed };

    private static async Task SendAsync(TcpClient client, string hex) =>
        await client.GetStream().WriteAsync(Convert.FromHexString(hex));

    private string Preamble(string mode, string encoding) =>
        "00010001" + mode + "02" + Via.Length.ToString("X2") + Convert.ToHexString(Encoding.ASCII.GetBytes(Via))
        + "03" + encoding + "0C";

    private async Task<TcpClient> ConnectAsync()
    {
        var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", _running.Address.Uri.Port);
        return client;
    }

    // Reads up to an end, or till the server closes.
    private static async Task<string> ReadAsync(TcpClient client, string end)
    {
        var answer = new StringBuilder();
        var buffer = new byte[4096];
        while (!answer.ToString().EndsWith(end, StringComparison.Ordinal))
        {
            var count = 0;
            try
            {
                count = await client.GetStream().ReadAsync(buffer).AsTask().WaitAsync(Limit);
            }
            catch (IOException)
            {
                // A reset closes as well.
            }

            if (count == 0)
                break;
            answer.Append(Convert.ToHexString(buffer.AsSpan(0, count)));
        }

        return answer.ToString();
    }
}
