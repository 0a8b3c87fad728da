using System;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A client that says what it likes and hears bytes, in hexadecimal digits.</summary>
internal sealed class RawClient : IDisposable
{
    internal const string Version = "000100";

    /// <summary>A request for IGreeter.Greet("Bob") without a table of strings.</summary>
    internal const string Greet = BeforeName + "9903426F62" + AfterName;

    internal const string BeforeName =
        "56020B0173040B0161065608440A1E008299" + "18" + "75726E3A70726F62652F49477265657465722F4772656574"
        + "01560E4005477265657408" + "0975726E3A70726F6265" + "40046E616D65";

    internal const string AfterName = "010101";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private readonly TcpClient _client = new();

    internal Socket Socket => _client.Client;

    /// <summary>Gets whether something, perhaps the end, has come from the server.</summary>
    internal bool HasHeard => Socket.Poll(0, SelectMode.SelectRead);

    public void Dispose() => _client.Dispose();

    internal static string Preamble(Uri via, bool isSession = true) =>
        Version + (isSession ? "0102" : "0101") + Text("02", via.OriginalString) + (isSession ? "0308" : "0307") + "0C";

    internal static string Fault(string name) =>
        Text("08", "http://schemas.microsoft.com/ws/2006/05/framing/faults/" + name);

    internal static string Text(string kind, string text) =>
        kind + Size(Encoding.UTF8.GetByteCount(text)) + Convert.ToHexString(Encoding.UTF8.GetBytes(text));

    internal static string Size(int value)
    {
        var text = new StringBuilder();
        for (; value >= 0x80; value >>= 7)
            text.Append(Convert.ToHexString([(byte)(value | 0x80)]));
        return text.Append(Convert.ToHexString([(byte)value])).ToString();
    }

    internal static async Task<RawClient> ConnectAsync(Uri server, string hex = "")
    {
        var client = new RawClient();
        await client._client.ConnectAsync("127.0.0.1", server.Port);
        client._client.NoDelay = true;
        await client.SendAsync(hex);
        return client;
    }

    internal async Task SendAsync(string hex) => await Socket.SendAsync(Convert.FromHexString(hex));

    /// <summary>Hears as much as was asked for, or up to the end, which is "EOF" whether it is gentle or not.</summary>
    internal async Task<string> HearAsync(int bytes = int.MaxValue)
    {
        var heard = new StringBuilder();
        var buffer = new byte[4096];
        while (heard.Length / 2 < bytes)
        {
            var count = 0;
            try
            {
                count = await Socket.ReceiveAsync(buffer.AsMemory(0, Math.Min(buffer.Length, bytes - heard.Length / 2)))
                    .AsTask().WaitAsync(Limit);
            }
            catch (SocketException)
            {
                // A reset is an end as well.
            }

            if (count == 0)
                return heard + "EOF";
            heard.Append(Convert.ToHexString(buffer.AsSpan(0, count)));
        }

        return heard.ToString();
    }
}
