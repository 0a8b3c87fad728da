using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Npgsql;

namespace SfPerf.Peers.PostgreSql;

/// <summary>A connection with its statements prepared; one caller at a time.</summary>
internal sealed class PreparedConnection : IAsyncDisposable
{
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlParameter<long> _setKey = new();
    private readonly NpgsqlParameter<byte[]> _setValue = new();
    private readonly NpgsqlParameter<long> _getKey = new();
    private readonly NpgsqlCommand _set;
    private readonly NpgsqlCommand _get;
    private readonly NpgsqlParameter<long> _scanFrom = new();
    private readonly NpgsqlParameter<int> _scanRows = new();
    private readonly NpgsqlCommand _scan;

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
        _scan = new NpgsqlCommand(
            $"SELECT key, value FROM {PostgreSqlServer.Table} WHERE key >= $1 ORDER BY key LIMIT $2", connection);
        _scan.Parameters.Add(_scanFrom);
        _scan.Parameters.Add(_scanRows);
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
            await connection._scan.PrepareAsync(token).ConfigureAwait(false);
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

    internal async Task<IReadOnlyList<KeyValuePair<long, byte[]>>> ScanAsync(
        long firstKey, int rowsMax, CancellationToken token)
    {
        (_scanFrom.TypedValue, _scanRows.TypedValue) = (firstKey, rowsMax);
        var reader = await _scan.ExecuteReaderAsync(token).ConfigureAwait(false);
        await using (reader.ConfigureAwait(false))
        {
            var rows = new List<KeyValuePair<long, byte[]>>(rowsMax);
            while (await reader.ReadAsync(token).ConfigureAwait(false))
                rows.Add(new(reader.GetInt64(0), reader.GetFieldValue<byte[]>(1)));
            return rows;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _set.DisposeAsync().ConfigureAwait(false);
        await _get.DisposeAsync().ConfigureAwait(false);
        await _scan.DisposeAsync().ConfigureAwait(false);
        await _connection.DisposeAsync().ConfigureAwait(false);
    }
}
