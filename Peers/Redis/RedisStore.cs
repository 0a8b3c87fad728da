using System;
using System.Buffers.Text;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.Peers.Redis;

/// <summary>Strings in a Redis server: <c>SET sfperf:KEY VALUE</c> and <c>WAIT</c> in one packet, <c>GET</c>. WAIT
/// blocks its connection, so each operation under way has one of its own.</summary>
internal sealed class RedisStore : IPeerStore
{
    private readonly PeerOptions _options;
    private readonly ConnectionPool<RespConnection> _pool;
    private readonly byte[] _waitMilliseconds;
    private PeerEndpoint _primary;
    private byte[] _waitReplicas = [];
    private int _replicas;

    internal RedisStore(PeerOptions options)
    {
        _options = options;
        _primary = options.Endpoints[0];
        _waitMilliseconds = Digits((long)options.OperationTimeout.TotalMilliseconds);
        _pool = new ConnectionPool<RespConnection>(token => RedisServer.ConnectAsync(_primary, token));
    }

    public async Task<PeerFacts> OpenAsync(CancellationToken token)
    {
        (_primary, var settings) = await MemberSearch.FindAsync(
            _options.Endpoints, e => RedisServer.ReadPrimaryAsync(e, token)).ConfigureAwait(false);
        var replicas = new List<RedisSettings?>();
        foreach (var replica in settings.Replicas)
            replicas.Add(await RedisServer.TryReadAsync(replica, token).ConfigureAwait(false));
        var promise = RedisPromise.Of(settings, replicas, _options.Durability);
        promise.Check(_options.Durability, $"Redis at {_primary}",
            "Set appendonly yes and appendfsync always on it and on its replicas");
        _replicas = promise.Acknowledged - 1;
        _waitReplicas = Digits(_replicas);
        await _pool.FillAsync(_options.Connections, token).ConfigureAwait(false);
        return new PeerFacts($"Redis {settings.Version}", promise.Copies, promise.ToString(),
            new Dictionary<string, string>
            {
                ["appendonly"] = settings.AppendOnly, ["appendfsync"] = settings.AppendFsync,
            });
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask SetAsync(long key, byte[] value, CancellationToken token)
    {
        var connection = await _pool.RentAsync(token).ConfigureAwait(false);
        RespReply set, wait = default;
        try
        {
            AppendSet(connection, key, value);
            await connection.SendAsync(token).ConfigureAwait(false);
            set = await connection.ReadAsync(token).ConfigureAwait(false);
            if (_replicas > 0)
                wait = await connection.ReadAsync(token).ConfigureAwait(false);
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        await _pool.ReturnAsync(connection).ConfigureAwait(false);
        Check(set);
        if (_replicas == 0)
            return;
        Check(wait);
        if (wait.Number < _replicas)
        {
            throw new LoadOperationException("NotReplicated",
                $"{wait.Number} replicas acknowledged the write in time, not {_replicas}.");
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<byte[]?> GetAsync(long key, CancellationToken token)
    {
        var connection = await _pool.RentAsync(token).ConfigureAwait(false);
        RespReply reply;
        try
        {
            AppendGet(connection, key);
            await connection.SendAsync(token).ConfigureAwait(false);
            reply = await connection.ReadAsync(token).ConfigureAwait(false);
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        await _pool.ReturnAsync(connection).ConfigureAwait(false);
        Check(reply);
        return reply.Bytes;
    }

    public ValueTask DisposeAsync() => _pool.DisposeAsync();

    private static void AppendGet(RespConnection connection, long key)
    {
        connection.Command(2);
        connection.Argument("GET"u8);
        AppendKey(connection, key);
    }

    private static void AppendKey(RespConnection connection, long key)
    {
        Span<byte> name = stackalloc byte[32];
        "sfperf:"u8.CopyTo(name);
        Utf8Formatter.TryFormat(key, name[7..], out var digits);
        connection.Argument(name[..(7 + digits)]);
    }

    private static void Check(in RespReply reply)
    {
        if (reply.Kind != RespKind.Error)
            return;
        var error = new RedisException(reply.Text);
        throw new LoadOperationException(error.Code, error.Message, error);
    }

    private static byte[] Digits(long number) =>
        System.Text.Encoding.ASCII.GetBytes(number.ToString(System.Globalization.CultureInfo.InvariantCulture));

    private void AppendSet(RespConnection connection, long key, byte[] value)
    {
        connection.Command(3);
        connection.Argument("SET"u8);
        AppendKey(connection, key);
        connection.Argument(value);
        if (_replicas == 0)
            return;
        connection.Command(3);
        connection.Argument("WAIT"u8);
        connection.Argument(_waitReplicas);
        connection.Argument(_waitMilliseconds);
    }
}
