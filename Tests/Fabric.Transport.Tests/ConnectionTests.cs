using System;
using System.Buffers.Binary;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Transport.Tests;

public sealed class ConnectionTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Deadline = TimeSpan.FromMilliseconds(200);
    private static readonly IPEndPoint AnyPort = new(IPAddress.Loopback, 0);

    private static readonly ConnectionOptions Options = new()
    {
        Protocol = 0x54534554,
        FrameBytesMax = 4 << 20,
        SendQueueBytesMax = 1 << 20,
        HandshakeTimeout = Limit,
    };

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Frames_of_any_length_arrive_whole_and_in_order(bool deferSends)
    {
        var options = Options with { DeferSends = deferSends };
        int[] lengths = [0, 1, 3, 65_531, 65_532, 65_533, 1 << 20, 4 << 20, 17, 200_000, 5];
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var next = 0;
        var client = new RecordingHandler((_, frame) =>
        {
            var expected = lengths[next];
            Assert.Equal(expected, frame.Length);
            Assert.True(frame.Span.IndexOfAnyExcept((byte)next) < 0);
            if (++next == lengths.Length)
                done.SetResult();
        });
        await using var listener = new Listener(
            AnyPort, options, _ => new RecordingHandler((c, f) => Assert.Equal(SendResult.Taken, SendBlocking(c, f))));
        using var connection = await Connect(listener, client, options);
        for (var i = 0; i < lengths.Length; i++)
        {
            var body = new byte[lengths[i]];
            body.AsSpan().Fill((byte)i);
            await connection.SendAsync(body.AsMemory(0, body.Length / 2), body.AsMemory(body.Length / 2), default);
        }
        var first = await Task.WhenAny(done.Task, client.Closed.Task).WaitAsync(Limit);
        Assert.True(first == done.Task, connection.CloseReason?.ToString());
    }

    [Fact]
    public async Task A_handler_that_throws_at_the_end_ends_its_connection_only()
    {
        var handler = new ThrowsAtTheEnd();
        await using var listener = new Listener(AnyPort, Options, _ => new RecordingHandler());
        var connection = await Connection.ConnectAsync(listener.LocalEndPoint, Options, handler, default);
        connection.Close("as a test");
        await connection.Ended.WaitAsync(Limit);
        Assert.Contains("as a test", connection.CloseReason!.Message, StringComparison.Ordinal);
        Assert.IsType<InvalidOperationException>(connection.CloseReason.InnerException);
    }

    [Fact]
    public async Task Many_senders_share_a_connection_and_lose_nothing()
    {
        const int Senders = 8;
        const int Each = 20_000;
        var last = new int[Senders];
        var left = Senders * Each;
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = new Listener(AnyPort, Options, _ => new RecordingHandler((_, f) =>
        {
            var sender = f.Span[0];
            var number = BinaryPrimitives.ReadInt32LittleEndian(f.Span[1..]);
            Assert.Equal(++last[sender], number);
            if (--left == 0)
                done.SetResult();
        }));
        var client = new RecordingHandler();
        using var connection = await Connect(listener, client, Options);
        await Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Task.Run(async () =>
        {
            for (var i = 1; i <= Each; i++)
            {
                var frame = new byte[5];
                frame[0] = (byte)sender;
                BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(1), i);
                await connection.SendAsync(frame, default, default);
            }
        })));
        await Task.WhenAny(done.Task, client.Closed.Task).WaitAsync(Limit);
        Assert.Equal(0, left);
    }

    [Theory]
    [InlineData(false, 4 + 3)]
    [InlineData(true, 0)]
    public async Task What_a_handler_sends_elsewhere_leaves_when_it_ends_or_flushes(bool flushes, int queued)
    {
        var options = Options with { DeferSends = true };
        var arrived = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        var left = -1;
        await using var listener = new Listener(
            AnyPort, options, _ => new RecordingHandler((c, f) => c.TrySend(f.Span)));
        using var other = await Connect(
            listener, new RecordingHandler((_, f) => arrived.SetResult(f.Length)), options);
        var relay = new RecordingHandler((c, f) =>
        {
            other.TrySend(f.Span);
            if (flushes)
                c.Flush();
            // What the pool had to do before has begun by then.
            using var behind = new ManualResetEventSlim();
            ThreadPool.UnsafeQueueUserWorkItem(static b => b.Set(), behind, preferLocal: false);
            behind.Wait(Limit);
            left = other.QueuedBytes;
        });
        using var connection = await Connect(listener, relay, options);
        connection.TrySend([1, 2, 3]);
        Assert.Equal(3, await arrived.Task.WaitAsync(Limit));
        connection.Dispose();
        await connection.Ended.WaitAsync(Limit);
        Assert.Equal(queued, left);
    }

    [Fact]
    public async Task What_was_queued_for_a_later_flush_does_not_leave_because_a_frame_arrives()
    {
        var peer = new RecordingHandler();
        var accepted = new TaskCompletionSource<Connection>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = new Listener(AnyPort, Options, c =>
        {
            accepted.SetResult(c);
            return peer;
        });
        using var arrived = new SemaphoreSlim(0);
        using var connection = await Connect(listener, new RecordingHandler((_, _) => arrived.Release()), Options);
        var other = await accepted.Task.WaitAsync(Limit);
        Assert.Equal(SendResult.Taken, connection.TryQueue([7], default));
        for (var frames = 0; frames < 2; frames++)
        {
            // When the second one is handed over, the batch of the first has ended.
            other.TrySend([1]);
            Assert.True(await arrived.WaitAsync(Limit));
        }
        Assert.Equal(4 + 1, connection.QueuedBytes);
        connection.Flush();
        await Eventually.HoldsAsync(() => peer.Frames.TryPeek(out var frame) && frame is [7]);
    }

    [Fact]
    public async Task What_a_batch_sends_leaves_at_the_end_of_the_outermost_one_on_its_thread()
    {
        var options = Options with { DeferSends = true };
        var arrived = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = new Listener(
            AnyPort, options, _ => new RecordingHandler((_, _) => arrived.SetResult()));
        using var connection = await Connect(listener, new RecordingHandler(), options);

        var inBatches = Task.Run(() =>
        {
            using (new GatheredSends().Begin())
            {
                using (new GatheredSends().Begin())
                    connection.TrySend([1, 2, 3]);
                return connection.QueuedBytes;
            }
        });

        Assert.Equal(4 + 3, await inBatches.WaitAsync(Limit));
        await arrived.Task.WaitAsync(Limit);
        Assert.Equal(0, connection.QueuedBytes);
        Assert.Equal(1, connection.WriteCount);
    }

    [Fact]
    public async Task A_peer_that_does_not_read_fills_the_queue_and_blocks_no_sender()
    {
        using var release = new ManualResetEventSlim();
        await using var listener = new Listener(
            AnyPort, Options, _ => new RecordingHandler((_, _) => release.Wait(Limit)));
        using var connection = await Connect(listener, new RecordingHandler(), Options);
        var frame = new byte[100_000];
        var taken = 0;
        Task waiting;
        do
        {
            SendResult result;
            while ((result = connection.TrySend(frame)) == SendResult.Taken)
                Assert.True(++taken < 1000, "The queue has no bound.");
            Assert.Equal(SendResult.Full, result);
            // The kernel may take more in this moment, all of it perhaps, until its buffers are full as well.
            Assert.InRange(connection.QueuedBytes, 0, Options.SendQueueBytesMax);
            waiting = connection.SendAsync(frame, default, default).AsTask();
            Assert.True(++taken < 1000, "The kernel takes without end.");
        }
        while (waiting.IsCompleted);
        release.Set();
        await waiting.WaitAsync(Limit);
    }

    [Fact]
    public async Task A_program_that_connects_in_another_version_is_told_so()
    {
        await using var listener = new Listener(
            AnyPort, Options with { Version = 4 }, _ => new RecordingHandler());

        var refused = await Assert.ThrowsAsync<ConnectionClosedException>(() => Connection.ConnectAsync(
            listener.LocalEndPoint, Options with { Version = 3 }, new RecordingHandler(), default));

        Assert.Contains("protocol version 4 where 3 is spoken: the two programs are of different versions of SfPerf",
            refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_oversized_length_closes_the_connection_and_tells_the_peer_why()
    {
        await using var listener = new Listener(AnyPort, Options, _ => new RecordingHandler());
        var client = new RecordingHandler();
        using var connection = await Connect(
            listener, client, Options with { FrameBytesMax = 8 << 20, SendQueueBytesMax = 16 << 20 });
        connection.TrySend(new byte[(4 << 20) + 1]);
        var reason = await client.Closed.Task.WaitAsync(Limit);
        Assert.Same(connection.CloseReason, reason);
        Assert.Contains(
            $"announced a frame of {(4 << 20) + 1} bytes; {4 << 20} are allowed", reason.Message,
            StringComparison.Ordinal);
        Assert.Equal(SendResult.Closed, connection.TrySend([1]));
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\nHost: x\r\n\r\n")]
    [InlineData("")]
    [InlineData("SFP1")]
    public async Task A_stranger_is_dropped_within_the_deadline_and_others_go_on(string words)
    {
        // The others shake hands while the clock stands still.
        var time = new ManualTimeProvider();
        await using var listener = new Listener(
            AnyPort, Options with { HandshakeTimeout = Deadline, Time = time },
            _ => new RecordingHandler((c, f) => c.TrySend(f.Span)));
        using var stranger = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await stranger.ConnectAsync(listener.LocalEndPoint);
        await stranger.SendAsync(System.Text.Encoding.ASCII.GetBytes(words));
        var answered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var connection = await Connect(listener, new RecordingHandler((_, _) => answered.SetResult()), Options);
        connection.TrySend([1, 2, 3]);
        await answered.Task.WaitAsync(Limit);
        var end = ReceiveOrReset(stranger).WaitAsync(Limit);
        // The stranger's time begins when its thread does, perhaps only now.
        while (!end.IsCompleted)
        {
            time.Advance(Deadline);
            await Task.WhenAny(end, Task.Delay(Deadline, TimeProvider.System));
        }
        Assert.Equal(0, await end);
    }

    [Fact]
    public async Task Another_version_is_refused_by_name()
    {
        await using var listener = new Listener(AnyPort, Options, _ => new RecordingHandler());
        var e = await Assert.ThrowsAsync<ConnectionClosedException>(
            () => Connect(listener, new RecordingHandler(), Options with { Version = 2 }));
        Assert.Contains("refused", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_reason_of_a_close_reaches_the_peer()
    {
        await using var listener = new Listener(
            AnyPort, Options, _ => new RecordingHandler((c, _) => c.Close("epoch 7 is over")));
        var client = new RecordingHandler();
        using var connection = await Connect(listener, client, Options);
        connection.TrySend([1]);
        var reason = await client.Closed.Task.WaitAsync(Limit);
        Assert.Contains("epoch 7 is over", reason.Message, StringComparison.Ordinal);
    }

    private static Task<Connection> Connect(Listener listener, IFrameHandler handler, ConnectionOptions options) =>
        Connection.ConnectAsync(listener.LocalEndPoint, options, handler, CancellationToken.None).WaitAsync(Limit);

    private static SendResult SendBlocking(Connection connection, ReadOnlyMemory<byte> frame)
    {
        SendResult result;
        while ((result = connection.TrySend(frame.Span)) == SendResult.Full)
        {
            connection.Flush();
            Thread.Yield();
        }
        return result;
    }

    private static async Task<int> ReceiveOrReset(Socket socket)
    {
        try
        {
            return await socket.ReceiveAsync(new byte[64]);
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionReset)
        {
            return 0;
        }
    }

    private sealed class ThrowsAtTheEnd : IFrameHandler
    {
        public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
        {
        }

        public void OnFramesEnd(Connection connection)
        {
        }

        public void OnClosed(Connection connection, ConnectionClosedException reason) =>
            throw new InvalidOperationException("The handler is broken.");
    }
}
