using System;
using System.Net.Sockets;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

/// <summary>Raw bytes against a real server. The answer ends with "EOF" when the server closed.</summary>
public sealed class HostileInputTests : IDisposable
{
    private const string Fault = "http://schemas.microsoft.com/ws/2006/05/framing/faults/";
    private const string Version = "000100";
    private const string Envelope = "56020B0173040B0161065608440A1E0082";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly Running<IGreeter> _running = new(typeof(Greeter), Binding());

    private string Via => $"net.tcp://127.0.0.1:{_running.Address.Uri.Port}/greet";

    private string Preamble => Version + "0102" + Record("02", Encoding.UTF8.GetBytes(Via)) + "03080C";

    public void Dispose()
    {
        Assert.Equal(3, _running.Factory.CreateChannel().Add(1, 2));
        _running.Dispose();
    }

    [Theory]
    [InlineData("474554202F20485454502F312E310D0A0D0A")]
    [InlineData("00010001020203FFFEFD03080C")]
    [InlineData("0001000102020361626303080C")]
    [InlineData("000100010202FFFFFFFFFFFF")]
    [InlineData("0001000C")]
    public async Task A_broken_preamble_is_closed_without_a_word(string hex) =>
        Assert.Equal("EOF", await SendAsync(hex));

    [Theory]
    [InlineData("000200", "UnsupportedVersion")]
    [InlineData("000101", "UnsupportedVersion")]
    [InlineData("0001000103", "UnsupportedMode")]
    [InlineData("0001000104", "UnsupportedMode")]
    [InlineData("000100010202882778", "ViaTooLong")]
    public async Task A_preamble_of_another_kind_gets_its_fault(string hex, string fault) =>
        Assert.Equal(FaultRecord(fault), await SendAsync(hex));

    [Theory]
    [InlineData("03000C", "ContentTypeInvalid")]
    [InlineData("03070C", "ContentTypeInvalid")]
    [InlineData("040568656C6C6F0C", "ContentTypeInvalid")]
    [InlineData("04AC02", "ContentTypeTooLong")]
    [InlineData("030809136170706C69636174696F6E2F73736C2D746C73", "UpgradeInvalid")]
    public async Task An_encoding_or_upgrade_we_lack_gets_its_fault(string rest, string fault) =>
        Assert.Equal(FaultRecord(fault), await SendAsync(Preamble[..^6] + rest));

    [Fact]
    public async Task A_singleton_at_an_endpoint_of_sessions_gets_its_fault() =>
        Assert.Equal(FaultRecord("UnsupportedMode"), await SendAsync(Version + "0101" + Preamble[10..]));

    [Fact]
    public async Task A_path_nobody_listens_at_gets_its_fault() =>
        Assert.Equal(
            FaultRecord("EndpointNotFound"),
            await SendAsync(Version + "0102" + Record("02", Encoding.UTF8.GetBytes(Via + "r")) + "03080C"));

    [Theory]
    [InlineData("42", "an unknown record")]
    [InlineData("05016100", "an unsized envelope")]
    [InlineData("06037F6162", "a table longer than its message")]
    [InlineData("0600", "no table")]
    [InlineData("060100", "no envelope")]
    [InlineData("06FFFFFFFFFF7F", "a size of six bytes")]
    [InlineData("06020101", "a string longer than its table")]
    [InlineData("06030201FF", "a string that is no UTF-8")]
    public async Task A_broken_message_ends_the_session(string hex, string what) =>
        Assert.True(await SendAsync(Preamble + hex) == "0BEOF", what);

    [Theory]
    [InlineData("AB63", "a session id never sent")]
    [InlineData("9D" + "FFFFFF7F", "two gigabytes of characters")]
    [InlineData("9902FFFE", "text that is no UTF-8")]
    [InlineData("990178015608440A1E0082", "an envelope cut short")]
    public async Task Broken_xml_ends_the_session(string hex, string what) =>
        Assert.True(await SendAsync(Preamble + Sized(Envelope + hex)) == "0BEOF", what);

    [Fact]
    public async Task A_static_id_that_is_not_in_the_dictionary_ends_the_session() =>
        Assert.Equal("0BEOF", await SendAsync(Preamble + Sized("56D00F")));

    [Fact]
    public async Task Nesting_beyond_128_ends_the_session()
    {
        var deep = new StringBuilder(Envelope + "99017801");
        for (var i = 0; i < 5000; i++)
            deep.Append("400161");
        Assert.Equal("0BEOF", await SendAsync(Preamble + Sized(deep.ToString())));
    }

    [Fact]
    public async Task More_than_2048_bytes_of_strings_end_the_session()
    {
        var table = new StringBuilder();
        for (var i = 0; i < 300; i++)
            table.Append("08").Append("6162636465666768");
        Assert.Equal("0BEOF", await SendAsync(Preamble + Sized(Envelope, table.ToString())));
    }

    [Fact]
    public async Task A_message_over_the_quota_gets_its_fault_before_it_is_read() =>
        Assert.Equal("0B" + FaultRecord("MaxMessageSizeExceededFault"),
            await SendAsync(Preamble + "06FFFFFFFF07" + new string('0', 2000)));

    [Theory]
    [InlineData("0001000102")]
    [InlineData("")]
    public async Task A_preamble_cut_short_ends_the_connection(string hex) =>
        Assert.Equal("EOF", await SendAsync(hex, shutdown: true));

    [Fact]
    public async Task A_message_cut_short_ends_the_connection() =>
        Assert.Equal("0BEOF", await SendAsync(Preamble + "0650616263", shutdown: true));

    [Fact]
    public async Task A_preamble_that_stalls_is_cut_at_the_deadline() =>
        Assert.True(await SendAsync("0001000102") is "EOF" or "ConnectionReset");

    [Fact]
    public async Task End_is_answered_by_end() => Assert.Equal("0B07EOF", await SendAsync(Preamble + "07", true));

    [Fact]
    public async Task After_end_the_connection_takes_another_preamble() =>
        Assert.Equal("0B070B07EOF", await SendAsync(Preamble + "07" + Preamble + "07", shutdown: true));

    private static Binding Binding()
    {
        var binding = new CustomBinding(new NetTcpBinding(SecurityMode.None));
        binding.Elements.Find<TcpTransportBindingElement>()!.ChannelInitializationTimeout =
            TimeSpan.FromSeconds(12); // Other tests block the thread pool for seconds on a slow machine.
        return binding;
    }

    private static string FaultRecord(string fault) =>
        Record("08", Encoding.UTF8.GetBytes(Fault + fault)) + "EOF";

    private static string Record(string kind, byte[] bytes) => kind + Size(bytes.Length) + Convert.ToHexString(bytes);

    private static string Sized(string xml, string table = "")
    {
        var body = Size(table.Length / 2) + table + xml;
        return "06" + Size(body.Length / 2) + body;
    }

    private static string Size(int value)
    {
        var text = new StringBuilder();
        for (; value >= 0x80; value >>= 7)
            text.Append(Convert.ToHexString([(byte)(value | 0x80)]));
        return text.Append(Convert.ToHexString([(byte)value])).ToString();
    }

    private async Task<string> SendAsync(string hex, bool shutdown = false)
    {
        using var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", _running.Address.Uri.Port);
        await client.Client.SendAsync(Convert.FromHexString(hex));
        if (shutdown)
            client.Client.Shutdown(SocketShutdown.Send);
        var answer = new StringBuilder();
        var buffer = new byte[4096];
        while (true)
        {
            int count;
            try
            {
                count = await client.Client.ReceiveAsync(buffer).WaitAsync(Limit);
            }
            catch (SocketException e)
            {
                return answer + e.SocketErrorCode.ToString();
            }

            if (count == 0)
                return answer + "EOF";
            answer.Append(Convert.ToHexString(buffer.AsSpan(0, count)));
        }
    }
}
