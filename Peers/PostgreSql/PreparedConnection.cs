using System;
using System.Threading;
using System.Threading.Tasks;
using Npgsql;

namespace SfPerf.Peers.PostgreSql;

/// <summary>A connection with its two statements prepared; one caller at a time.</summary>
internal sealed class PreparedConnection : IAsyncDisposable
{
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlParameter<long> _setKey = new();
    private readonly NpgsqlParameter<byte[]> _setValue = new();
    private readonly NpgsqlParameter<long> _getKey = new();
    private readonly NpgsqlCommand _set;
    private readonly NpgsqlCommand _get;

    private PreparedConnection(NpgsqlConnection connection)
    {
        _connection = connection;
        _setValue.TypedValue = [];
        _set = new NpgsqlCommand($"INSERT INTO {PostgreSqlServer.Table} (key, value) VALUES ($1, $2) "
            + "ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value", connection);
        _set.Parameters.Add(_setKey);
        _set.Parameters.Add(_setValue);
        _get = new NpgsqlCommand($"SELECT value FROM {PostgreSqlServer.Table} WHERE key = $1", connection);
        _get.Parameters.Add(_getKey);
    }

    internal static async Task<PreparedConnection> OpenAsync(
        PeerEndpoint endpoint, DurabilityDemand demand, CancellationToken token)
    {
        var connection = new PreparedConnection(
            await PostgreSqlServer.ConnectAsync(endpoint, demand, token).ConfigureAwait(false));
        try
        {
            await connection._set.PrepareAsync(token).ConfigureAwait(false);
            await connection._get.PrepareAsync(token).ConfigureAwait(false);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    internal Task<int> SetAsync(long key, byte[] value, CancellationToken token)
    {
        _setKey.TypedValue = key;
        _setValue.TypedValue = value;
        return _set.ExecuteNonQueryAsync(token);
    }

    internal async Task<byte[]?> GetAsync(long key, CancellationToken token)
    {
        _getKey.TypedValue = key;
        return (byte[]?)await _get.ExecuteScalarAsync(token).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        await _set.DisposeAsync().ConfigureAwait(false);
        await _get.DisposeAsync().ConfigureAwait(false);
        await _connection.DisposeAsync().ConfigureAwait(false);
    }
}
