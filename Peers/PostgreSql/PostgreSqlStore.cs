using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Npgsql;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.Peers.PostgreSql;

/// <summary>Rows of one table in a PostgreSQL primary: an upsert, a select by key and one by a
/// range of keys, each a transaction of its own.</summary>
internal sealed class PostgreSqlStore : IScanStore
{
    private readonly PeerOptions _options;
    private readonly ConnectionPool<PreparedConnection> _pool;
    private PeerEndpoint _primary;

    internal PostgreSqlStore(PeerOptions options)
    {
        _options = options;
        _primary = options.Endpoints[0];
        _pool = new ConnectionPool<PreparedConnection>(
            token => PreparedConnection.OpenAsync(_primary, options.Durability, token));
    }

    public async Task<PeerFacts> OpenAsync(CancellationToken token)
    {
        var demand = _options.Durability;
        (_primary, var server) = await MemberSearch.FindAsync(
            _options.Endpoints, e => PostgreSqlServer.ReadPrimaryAsync(e, demand, token)).ConfigureAwait(false);
        var promise = PostgreSqlPromise.Of(server);
        promise.Check(demand, $"PostgreSQL at {_primary}",
            "Set fsync and synchronous_commit to on and synchronous_standby_names to a majority, as 'ANY 1 (a,b)'");
        await _pool.FillAsync(_options.Connections, token).ConfigureAwait(false);
        return new PeerFacts($"PostgreSQL {server.Version}", promise.Copies, promise.ToString(),
            new Dictionary<string, string>
            {
                ["fsync"] = server.Fsync ? "on" : "off", ["synchronous_commit"] = server.SynchronousCommit,
                ["synchronous_standby_names"] = server.SynchronousStandbyNames,
            });
    }

    public async ValueTask SetAsync(long key, byte[] value, CancellationToken token) =>
        await UseAsync(static (c, a, t) => c.SetAsync(a.key, a.value, t), (key, value), token).ConfigureAwait(false);

    public async ValueTask<byte[]?> GetAsync(long key, CancellationToken token) =>
        await UseAsync(static (c, a, t) => c.GetAsync(a, t), key, token).ConfigureAwait(false);

    public async ValueTask<IReadOnlyList<KeyValuePair<long, byte[]>>> ScanAsync(
        long firstKey, int rowsMax, CancellationToken token) =>
        await UseAsync(static (c, a, t) => c.ScanAsync(a.firstKey, a.rowsMax, t), (firstKey, rowsMax), token)
            .ConfigureAwait(false);

    public ValueTask DisposeAsync() => _pool.DisposeAsync();

    private async ValueTask<T> UseAsync<TArgument, T>(
        Func<PreparedConnection, TArgument, CancellationToken, Task<T>> use, TArgument argument,
        CancellationToken token)
    {
        var connection = await _pool.RentAsync(token).ConfigureAwait(false);
        T result;
        try
        {
            result = await use(connection, argument, token).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            if (e is PostgresException refused && !token.IsCancellationRequested)
                throw new LoadOperationException($"SqlState{refused.SqlState}", refused.Message, refused);
            throw;
        }

        await _pool.ReturnAsync(connection).ConfigureAwait(false);
        return result;
    }
}
