using System;
using System.Buffers.Text;
using System.IO;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Peers.Redis;

/// <summary>A connection to a Redis server. Commands are appended, sent together, and answered in their order; one
/// caller at a time.</summary>
internal sealed class RespConnection : IAsyncDisposable
{
    private const int LengthDigitsMax = 12;
    private readonly Socket _socket;
    private byte[] _output = new byte[2048];
    private byte[] _input = new byte[4096];
    private int _written;
    private int _begin;
    private int _end;

    private RespConnection(Socket socket) => _socket = socket;

    internal static async Task<RespConnection> ConnectAsync(PeerEndpoint endpoint, CancellationToken token)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(endpoint.Host, endpoint.Port, token).ConfigureAwait(false);
            return new RespConnection(socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Begins a command; as many <see cref="Argument(ReadOnlySpan{byte})"/> follow.</summary>
    internal void Command(int arguments) => Header((byte)'*', arguments);

    internal void Argument(ReadOnlySpan<byte> value)
    {
        Header((byte)'$', value.Length);
        var space = Reserve(value.Length + 2);
        value.CopyTo(space);
        "\r\n"u8.CopyTo(space[value.Length..]);
        _written += value.Length + 2;
    }

    /// <summary>Sends what was appended.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    internal async ValueTask SendAsync(CancellationToken token)
    {
        for (var sent = 0; sent < _written;)
        {
            sent += await _socket.SendAsync(_output.AsMemory(sent, _written - sent), SocketFlags.None, token)
                .ConfigureAwait(false);
        }

        _written = 0;
    }

    /// <summary>Reads the next reply, errors of the server included.</summary>
    /// <exception cref="IOException">The server closed the connection.</exception>
    /// <exception cref="InvalidDataException">What it sent is no reply.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    internal async ValueTask<RespReply> ReadAsync(CancellationToken token)
    {
        while (true)
        {
            if (RespParser.TryRead(_input.AsSpan(0, _end), ref _begin, out var reply))
            {
                if (_begin == _end)
                    _begin = _end = 0;
                return reply;
            }
            MakeRoom();
            var received = await _socket.ReceiveAsync(_input.AsMemory(_end), SocketFlags.None, token)
                .ConfigureAwait(false);
            if (received == 0)
                throw new IOException("The Redis server closed the connection.");
            _end += received;
        }
    }

    /// <summary>Sends one command of text and reads its reply.</summary>
    /// <exception cref="RedisException">The server answered with an error.</exception>
    internal async Task<RespReply> CallAsync(CancellationToken token, params string[] words)
    {
        Command(words.Length);
        foreach (var word in words)
            Argument(System.Text.Encoding.UTF8.GetBytes(word));
        await SendAsync(token).ConfigureAwait(false);
        return (await ReadAsync(token).ConfigureAwait(false)).Checked();
    }

    public ValueTask DisposeAsync()
    {
        _socket.Dispose();
        return default;
    }

    private void Header(byte kind, int number)
    {
        var space = Reserve(LengthDigitsMax + 3);
        space[0] = kind;
        Utf8Formatter.TryFormat(number, space[1..], out var digits);
        "\r\n"u8.CopyTo(space[(digits + 1)..]);
        _written += digits + 3;
    }

    private Span<byte> Reserve(int bytes)
    {
        if (_output.Length - _written < bytes)
            Array.Resize(ref _output, Math.Max(_output.Length * 2, _written + bytes));
        return _output.AsSpan(_written);
    }

    private void MakeRoom()
    {
        if (_begin > 0)
        {
            _input.AsSpan(_begin, _end - _begin).CopyTo(_input);
            (_begin, _end) = (0, _end - _begin);
        }
        if (_end == _input.Length)
            Array.Resize(ref _input, _input.Length * 2);
    }
}
