using System;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

/// <summary>What a message takes of memory when it names a long string many times.</summary>
[Collection(SfPerf.ServiceModel.Tests.Fuzz.Alone.Name)]
public sealed class RepeatedStringTests
{
    [Fact]
    public async Task A_string_of_the_table_cannot_be_multiplied_beyond_the_messages_limit()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var uri = running.Address.Uri;
        // Two bytes stand for 2,000 characters, 20,000 times.
        var table = RawClient.Size(2000) + new string('6', 4000);
        var name = new StringBuilder().Insert(0, "AA01", 20_000).Append("01");
        var body = RawClient.Size(table.Length / 2) + table + RawClient.BeforeName + name + RawClient.AfterName;
        var before = GC.GetTotalAllocatedBytes();
        using var client = await RawClient.ConnectAsync(
            uri, RawClient.Preamble(uri) + "06" + RawClient.Size(body.Length / 2) + body + "07");
        client.Socket.Shutdown(SocketShutdown.Send);
        var answer = await client.HearAsync();
        Assert.Contains(Convert.ToHexString("DeserializationFailed"u8), answer, StringComparison.Ordinal);
        Assert.InRange(GC.GetTotalAllocatedBytes() - before, 0, 16 << 20);
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }
}
