using System;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Transport.Tests;

public sealed class AdmissionTests
{
    private const string Secret = "0123456789abcdef";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly IPEndPoint AnyPort = new(IPAddress.Loopback, 0);

    private static readonly ConnectionOptions Options = new()
    {
        Protocol = 0x54534554,
        HandshakeTimeout = Limit,
        Admission = new([], token: null),
    };

    private static readonly ConnectionOptions Members = Options with
    {
        ClusterSecret = Encoding.ASCII.GetBytes(Secret),
    };

    // Nobody can be told: as on a system that does not tell users apart.
    private static readonly ConnectionOptions WithToken = Options with
    {
        Admission = new([], "right", static _ => null),
    };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_user_of_the_process_is_admitted_without_any_set_up() =>
        Assert.Null(await RefusalAsync(Options, Options with { Token = null }));

    [Theory]
    [InlineData("right", true)]
    [InlineData("wrong", false)]
    [InlineData("righ", false)]
    [InlineData(null, false)]
    public async Task Who_is_not_known_enters_by_the_right_token_only(string? token, bool admitted)
    {
        var refusal = await RefusalAsync(WithToken, Options with { Token = token });
        Assert.Equal(admitted, refusal is null);
        if (refusal is not null)
            Assert.Contains("may not connect", refusal, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_is_not_known_is_told_so_where_there_is_no_token()
    {
        var refusal = await RefusalAsync(
            Options with { Admission = new([], token: null, static _ => null) }, Options with { Token = "right" });
        Assert.Contains("may not connect", refusal, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Many_who_dawdle_over_their_token_do_not_keep_the_holder_out_for_ever()
    {
        await using var listener = new Listener(AnyPort, WithToken with { ConnectionsMax = 1000 }, _ => new Recorder());
        var dawdlers = new Socket[100];
        for (var i = 0; i < dawdlers.Length; i++)
        {
            dawdlers[i] = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await dawdlers[i].ConnectAsync(listener.LocalEndPoint, Token);
        }
        // Those above the bound are turned away at once.
        var closed = 0;
        var buffer = new byte[1000];
        for (var i = dawdlers.Length - 1; i >= dawdlers.Length - 50; i--)
        {
            while (await dawdlers[i].ReceiveAsync(buffer, Token).AsTask().WaitAsync(Limit, Token) > 0)
            {
            }
            closed++;
        }
        Assert.Equal(50, closed);
        foreach (var dawdler in dawdlers)
            dawdler.Dispose();
        // Their places are free as soon as they have gone.
        string? refusal;
        do
            refusal = await RefusalAsync(listener, Options with { Token = "right" });
        while (refusal is not null && !Token.IsCancellationRequested);
        Assert.Null(refusal);
    }

    [Fact]
    public async Task Members_of_a_cluster_know_each_other() => Assert.Null(await RefusalAsync(Members, Members));

    [Fact]
    public async Task One_without_the_secret_is_refused_with_the_reason()
    {
        var refusal = await RefusalAsync(Members, Options);
        Assert.Contains("only members of the cluster", refusal, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_connecting_member_refuses_a_listener_that_has_another_secret()
    {
        var refusal = await RefusalAsync(Members with { ClusterSecret = new byte[16] }, Members);
        Assert.Contains("no member of this cluster", refusal, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_connecting_member_refuses_a_listener_that_proves_nothing()
    {
        var refusal = await RefusalAsync(Options, Members);
        Assert.Contains("no member of this cluster", refusal, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("zeros")]
    [InlineData("reflected")]
    public async Task A_proof_that_was_not_made_with_the_secret_opens_no_connection(string kind)
    {
        var opened = 0;
        await using var listener = new Listener(AnyPort, Members, _ =>
        {
            Interlocked.Increment(ref opened);
            return new Recorder();
        });
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(listener.LocalEndPoint, Token);
        var hello = new byte[16 + 32];
        BitConverter.TryWriteBytes(hello, 0x31504653);
        BitConverter.TryWriteBytes(hello.AsSpan(4), Options.Protocol);
        hello[8] = 1;
        hello[10] = 32;
        hello[15] = 1;
        await socket.SendAsync(hello, Token);
        var answer = new byte[16 + 64];
        for (var read = 0; read < answer.Length;)
            read += await socket.ReceiveAsync(answer.AsMemory(read), Token);
        await socket.SendAsync(kind == "zeros" ? new byte[32] : answer[^32..], Token);
        Assert.Equal(0, await EndAsync(socket).WaitAsync(Limit, Token));
        Assert.Equal(0, opened);
    }

    private static async Task<int> EndAsync(Socket socket)
    {
        try
        {
            return await socket.ReceiveAsync(new byte[100], Token);
        }
        catch (SocketException)
        {
            return 0;
        }
    }

    private static async Task<string?> RefusalAsync(ConnectionOptions listening, ConnectionOptions connecting)
    {
        await using var listener = new Listener(AnyPort, listening, _ => new Recorder());
        return await RefusalAsync(listener, connecting);
    }

    // A connection counts as open only once a frame went there and back.
    private static async Task<string?> RefusalAsync(Listener listener, ConnectionOptions connecting)
    {
        var recorder = new Recorder();
        try
        {
            using var connection = await Connection.ConnectAsync(
                listener.LocalEndPoint, connecting, recorder, Token).WaitAsync(Limit, Token);
            connection.TrySend([1]);
            await recorder.Echoed.Task.WaitAsync(Limit, Token);
            return null;
        }
        catch (Exception e) when (e is ConnectionClosedException or SocketException)
        {
            return e.Message;
        }
    }

    private sealed class Recorder : IFrameHandler
    {
        internal TaskCompletionSource Echoed { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
        {
            if (frame.Span[0] == 1)
                connection.TrySend([2]);
            else
                Echoed.TrySetResult();
        }

        public void OnFramesEnd(Connection connection)
        {
        }

        public void OnClosed(Connection connection, ConnectionClosedException reason) =>
            Echoed.TrySetException(reason);
    }
}
