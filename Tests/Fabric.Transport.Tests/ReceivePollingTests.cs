using System;
using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Transport.Tests;

public sealed class ReceivePollingTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Never = TimeSpan.FromHours(1);
    private static readonly IPEndPoint AnyPort = new(IPAddress.Loopback, 0);
    private readonly Socket _here = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Socket _there;
    private readonly byte[] _buffer = new byte[100];

    public ReceivePollingTests()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux");
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(AnyPort);
        listener.Listen();
        _here.Connect(listener.LocalEndPoint!);
        _there = listener.Accept();
        _there.NoDelay = true;
    }

    public void Dispose()
    {
        _here.Dispose();
        _there.Dispose();
    }

    [Fact]
    public void It_looks_after_eight_receives_in_a_row()
    {
        var polling = new ReceivePolling(Scope());
        Send(10);
        for (var receives = 0; receives <= 8; receives++)
        {
            Assert.False(TryReceive(polling));
            polling.Received();
        }
        Assert.True(TryReceive(polling));
        Assert.False(TryReceive(polling));
    }

    [Fact]
    public void A_receive_on_another_connection_of_the_process_makes_it_wait_for_eight_more()
    {
        var scope = Scope();
        var polling = Talking(scope);
        Send(10);
        new ReceivePolling(scope).Received();
        for (var receives = 0; receives <= 8; receives++)
        {
            Assert.False(TryReceive(polling));
            polling.Received();
        }
        Assert.True(TryReceive(polling));
    }

    [Fact]
    public void It_can_be_turned_off()
    {
        var polling = Talking(new PollingScope(isOn: false, TimeProvider.System) { IsTakenAfter = Never });
        Send(10);
        Assert.False(TryReceive(polling));
    }

    [Fact]
    public void Looks_that_find_nothing_become_rare_until_one_finds_something()
    {
        var polling = Talking(Scope());
        foreach (var skips in (int[])[16, 32, 64])
        {
            Assert.False(TryReceive(polling));
            Send(1);
            for (var i = 0; i < skips; i++)
                Assert.False(TryReceive(polling));
            Assert.Equal(1, _here.Receive(_buffer));
        }
        Assert.False(TryReceive(polling));
        Send(1);
        for (var i = 0; i < 128; i++)
            Assert.False(TryReceive(polling));
        Assert.True(TryReceive(polling));
        Send(1);
        Assert.True(TryReceive(polling));
    }

    [Fact]
    public void Once_somebody_took_the_core_the_process_pauses_and_the_longer_the_less_it_finds()
    {
        var time = new ManualTimeProvider();
        var scope = new PollingScope(isOn: true, time) { IsTakenAfter = TimeSpan.FromTicks(-1) };
        var polling = Talking(scope);
        foreach (var milliseconds in (int[])[2, 4, 8, 16, 32, 64, 100, 100])
        {
            Assert.False(TryReceive(polling));
            Send(1);
            time.Advance(TimeSpan.FromMilliseconds(milliseconds - 1));
            Assert.False(TryReceive(polling));
            time.Advance(TimeSpan.FromMilliseconds(1));
            Assert.True(TryReceive(polling));
        }
        for (var found = 1; found < 16; found++)
        {
            Send(1);
            Assert.True(TryReceive(polling));
        }
        Assert.False(TryReceive(polling));
        Send(1);
        Assert.False(TryReceive(polling));
        time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.True(TryReceive(polling));
    }

    [Theory]
    [InlineData(false, SocketError.Success)]
    [InlineData(true, SocketError.ConnectionReset)]
    public void It_sees_the_end_and_the_break_of_a_connection(bool breaks, SocketError expected)
    {
        var polling = Talking(Scope());
        _there.LingerState = new LingerOption(breaks, 0);
        _there.Dispose();
        Assert.True(_here.Poll(Limit, SelectMode.SelectRead));
        Assert.True(polling.TryReceive(_here, _buffer, out var received, out var error));
        Assert.Equal((0, expected), (received, error));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_conversation_goes_on_with_and_without_it_and_ends_when_one_side_closes(bool looks)
    {
        const int Rounds = 20_000;
        var options = new ConnectionOptions { Protocol = 0x54534554, HandshakeTimeout = Limit };
        PollingScope here = new(looks, TimeProvider.System), there = new(looks, TimeProvider.System);
        await using var listener = new Listener(
            AnyPort, options with { Polling = there }, _ => new RecordingHandler((c, f) => c.TrySend(f.Span)));
        var last = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        var handler = new RecordingHandler((c, f) =>
        {
            var number = BinaryPrimitives.ReadInt32LittleEndian(f.Span);
            if (number == Rounds)
                last.SetResult(number);
            else
                Say(c, number + 1);
        });
        using var connection = await Connection.ConnectAsync(
            listener.LocalEndPoint, options with { Polling = here }, handler, CancellationToken.None);
        Say(connection, 1);
        Assert.Equal(Rounds, await last.Task.WaitAsync(Limit));
        connection.Close("as a test");
        await connection.Ended.WaitAsync(Limit);
        Assert.True(looks || here.Found + there.Found == 0);
    }

    private static void Say(Connection connection, int number)
    {
        Span<byte> frame = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(frame, number);
        connection.TrySend(frame);
    }

    // Nobody else's work on the machine counts.
    private static PollingScope Scope() => new(isOn: true, TimeProvider.System) { IsTakenAfter = Never };

    private static ReceivePolling Talking(PollingScope scope)
    {
        var polling = new ReceivePolling(scope);
        for (var receives = 0; receives <= 8; receives++)
            polling.Received();
        return polling;
    }

    private bool TryReceive(ReceivePolling polling)
    {
        var found = polling.TryReceive(_here, _buffer, out var received, out var error);
        Assert.Equal(found ? SocketError.Success : SocketError.WouldBlock, error);
        Assert.Equal(found, received > 0);
        return found;
    }

    private void Send(int bytes)
    {
        _there.Send(new byte[bytes]);
        Assert.True(_here.Poll(Limit, SelectMode.SelectRead));
    }
}
