using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Messages;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Fabric.Transport;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>The bytes of requests with and without headers, with a peer of the test's own on the other side.</summary>
public sealed class HeaderFrameTests
{
    private const string Number = "0000000001000000";
    private static readonly int Method = MethodTable.IdOf(typeof(IProbe).GetMethod(nameof(IProbe.EchoAsync))!);

    [Fact]
    public async Task Only_a_request_with_headers_has_bytes_for_them()
    {
        var peer = new Peer();
        await using var listener = new Listener(
            new IPEndPoint(IPAddress.Loopback, 0), Frames.Options(1 << 20, Bench.Limit), _ => peer);
        await using var bench = new Bench();
        bench.MakePrimary(listener.LocalEndPoint, "path");
        var method = RemoteMethod.Of(typeof(IProbe).GetMethod(nameof(IProbe.EchoAsync))!);
        var target = bench.Target();
        var headers = new Dictionary<string, byte[]?> { ["ab"] = [0xcd], ["n"] = null };

        _ = method.CallAsync(target, _ => { }, headers, _ => new byte[] { 7 }, CancellationToken.None);
        Assert.Equal("010000" + Hex("path"u8), await peer.NextAsync());
        Assert.Equal(
            $"0a{Number}0000{Hex(BitConverter.GetBytes(Method))}" // kind, call, route, method
            + "0200" + "02000000" + "6162" + "01000000" + "cd" + "01000000" + "6e" + "ffffffff"
            + "01000000" + "07",
            await peer.NextAsync());

        _ = method.CallAsync(target, _ => { }, null, _ => new byte[] { 7 }, CancellationToken.None);
        Assert.Equal(
            "02" + "0100000001000000" + $"0000{Hex(BitConverter.GetBytes(Method))}" + "01000000" + "07",
            await peer.NextAsync());
    }

    [Theory]
    [InlineData("0100", "ends")]                                    // a header was announced, none follows
    [InlineData("01", "ends")]                                      // half a number
    [InlineData("ffff", "65535 headers were announced")]
    [InlineData("0101", "257 headers were announced")]
    [InlineData("0100" + "ffffffff" + "00000000", "no name")]
    [InlineData("0100" + "feffffff" + "00000000", "ends")]          // a name of -2 bytes
    [InlineData("0100" + "01000000" + "61" + "ffffff7f", "ends")]   // a value of 2 GiB
    [InlineData("0100" + "01000000" + "61" + "feffffff", "ends")]
    public async Task A_bad_block_of_headers_fails_its_call_only(string block, string why)
    {
        await FailsAsync(Convert.FromHexString(block), why, new ServiceRoute([], handler: new NotingDispatcher(
            new Probe())));
        await using var bench = new Bench();
        await FailsAsync(Convert.FromHexString(block), why, bench.Host(new Probe()).Listener, bench);
    }

    [Theory]
    [InlineData("0200" + "01000000" + "61" + "00000000" + "01000000" + "61" + "00000000", "comes twice")]
    [InlineData("0100" + "01000000" + "ff" + "00000000", "no text")]
    [InlineData("0100" + "03000000" + "eda080" + "00000000", "no text")] // half of a surrogate pair
    public Task Bad_names_fail_the_call_where_somebody_reads_them(string block, string why) =>
        FailsAsync(
            Convert.FromHexString(block), why, new ServiceRoute([], handler: new NotingDispatcher(new Probe())));

    [Fact]
    public async Task Longer_headers_than_a_client_may_send_fail_the_call()
    {
        byte[] block =
        [
            1, 0, 1, 0, 0, 0, 97, .. BitConverter.GetBytes(HeaderBlock.BytesMax), .. new byte[HeaderBlock.BytesMax],
        ];
        await FailsAsync(block, "65536 are allowed", new ServiceRoute([], handler: new NotingDispatcher(new Probe())));
    }

    [Fact]
    public void Any_cut_and_any_changed_byte_is_read_or_refused()
    {
        var message = new MessageBuffer();
        message.Reset(0);
        HeaderBlock.Write(message, new Dictionary<string, byte[]?> { ["trace"] = [1, 2, 3], ["n"] = null });
        var good = message.Memory.ToArray();
        for (var cut = 0; cut < good.Length; cut++)
            Assert.Throws<InvalidDataException>(() => Read(good[..cut]));
        var random = new Random(7);
        for (var i = 0; i < 20_000; i++)
        {
            var bad = good.ToArray();
            for (var n = random.Next(1, 4); n > 0; n--)
                bad[random.Next(bad.Length)] = (byte)random.Next(256);
            try
            {
                Assert.InRange(Read(bad).Count, 0, 2);
            }
            catch (InvalidDataException)
            {
                // Refused, as it should be where it is no block.
            }
        }
    }

    private static Dictionary<string, byte[]?> Read(byte[] bytes)
    {
        var reader = new MessageReader(bytes);
        return HeaderBlock.Read(ref reader);
    }

    private static async Task FailsAsync(byte[] block, string why, ServiceRoute route)
    {
        await using var bench = new Bench();
        await FailsAsync(block, why, bench.Host(route).Listener, bench);
    }

    // Sends the block without arguments, then a good call on the same connection.
    private static async Task FailsAsync(byte[] block, string why, SharedListener listener, Bench bench)
    {
        var peer = new Peer();
        using var connection = await Connection.ConnectAsync(
            listener.Address, Frames.Options(1 << 20, Bench.Limit), peer, TestContext.Current.CancellationToken);
        connection.TrySend([Frames.Bind, 0, 0, .. Encoding.UTF8.GetBytes(bench.LastPath)]);
        connection.TrySend(
            [Frames.RequestWithHeaders, 1, .. new byte[7], 0, 0, .. BitConverter.GetBytes(Method), .. block]);
        connection.TrySend(
            [Frames.Request, 2, .. new byte[7], 0, 0, .. BitConverter.GetBytes(Method), 255, 255, 255, 255]);
        var answers = new[] { await peer.NextAsync(), await peer.NextAsync() }.Order().ToArray();
        Assert.Equal("04" + "0200000000000000" + "ffffffff", answers[0]);
        Assert.StartsWith("05" + "0100000000000000", answers[1], StringComparison.Ordinal);
        Assert.Contains(Hex(Encoding.UTF8.GetBytes(why)), answers[1], StringComparison.Ordinal);
    }

    private static string Hex(ReadOnlySpan<byte> bytes) => Convert.ToHexStringLower(bytes);

    // Notes the frames that it gets, and answers none.
    private sealed class Peer : IFrameHandler
    {
        private readonly Channel<string> _frames = System.Threading.Channels.Channel.CreateUnbounded<string>();

        public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame) =>
            _frames.Writer.TryWrite(Hex(frame.Span));

        public void OnFramesEnd(Connection connection)
        {
        }

        public void OnClosed(Connection connection, ConnectionClosedException reason) =>
            _frames.Writer.TryComplete(reason);

        internal async Task<string> NextAsync() =>
            await _frames.Reader.ReadAsync().AsTask().WaitAsync(Bench.Limit, TimeProvider.System);
    }
}
