using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Fuzz;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Wire;

/// <summary>What client and service keep of long messages while their connections stay open.</summary>
[Collection(Alone.Name)]
public sealed class LargeBufferTests
{
    private const int MessageBytes = 40 << 20;
    private const int Clients = 2;
    private const int Rounds = 3;

    // One array of one message, at either side of one connection, is longer. The rest is what the pools of shorter
    // arrays keep, those of the other tests too.
    private const long KeptBytesMax = MessageBytes / 4 * 3;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    public static TheoryData<string> Kinds =>
        ["net.tcp", "net.tcp text", "net.tcp streamed", "net.pipe", "http", "http binary"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Nothing_as_long_as_a_message_is_kept_when_it_is_done(string kind)
    {
        using var running = new Running<IBulk>(typeof(Bulk), Make(kind));
        var channels = Enumerable.Range(0, Clients).Select(_ => running.Factory.CreateChannel()).ToArray();
        Exchange(channels, 1024);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        for (var i = 0; i < Rounds; i++)
            Exchange(channels, MessageBytes);
        var kept = long.MaxValue;
        // The last step of an exchange may still be under way.
        for (var i = 0; i < 200 && kept > KeptBytesMax; i++)
        {
            await Task.Delay(Pause, TimeProvider.System);
            kept = GC.GetTotalMemory(forceFullCollection: true) - before;
        }

        Assert.True(kept <= KeptBytesMax, $"{kind}: {kept / (1 << 20)} MiB are kept after {Rounds * Clients} messages "
            + $"of {MessageBytes / (1 << 20)} MiB.");
        // The connections are the same, and usable.
        Exchange(channels, 1024);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Exchange(IBulk[] channels, int bytes)
    {
        var sent = GC.AllocateUninitializedArray<byte>(bytes);
        sent.AsSpan().Fill(7);
        foreach (var channel in channels)
            Assert.True(channel.Echo(sent).AsSpan().SequenceEqual(sent));
    }

    private static CustomBinding Make(string kind)
    {
        var binding = new CustomBinding(kind switch
        {
            "net.pipe" => new NetNamedPipeBinding(NetNamedPipeSecurityMode.None),
            "net.tcp streamed" =>
                new NetTcpBinding(SecurityMode.None) { TransferMode = TransferMode.Streamed },
            _ when kind.StartsWith("http", StringComparison.Ordinal) => new BasicHttpBinding(),
            _ => new NetTcpBinding(SecurityMode.None),
        });
        if (kind == "net.tcp text")
            Replace(binding, new TextMessageEncodingBindingElement());
        else if (kind == "http binary")
            Replace(binding, new BinaryMessageEncodingBindingElement());
        var transport = binding.Elements.Find<TransportBindingElement>()!;
        transport.MaxReceivedMessageSize = 2 * MessageBytes;
        switch (transport)
        {
            case ConnectionOrientedTransportBindingElement connected:
                connected.MaxBufferSize = 2 * MessageBytes;
                break;
            case HttpTransportBindingElement http:
                http.MaxBufferSize = 2 * MessageBytes;
                break;
        }

        return binding;
    }

    private static void Replace(CustomBinding binding, MessageEncodingBindingElement encoding)
    {
        binding.Elements.Remove(binding.Elements.Find<MessageEncodingBindingElement>()!);
        binding.Elements.Insert(0, encoding);
    }
}
