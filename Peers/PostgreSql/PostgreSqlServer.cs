using System;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Npgsql;

namespace SfPerf.Peers.PostgreSql;

/// <summary>Connects to a PostgreSQL server, asks it what it is, and sees to the table.</summary>
internal static class PostgreSqlServer
{
    internal const string Table = "sfperf_item";
    private const int ConnectSeconds = 5;

    /// <summary>Opens a connection; user and password come from PGUSER and PGPASSWORD.</summary>
    internal static async Task<NpgsqlConnection> ConnectAsync(
        PeerEndpoint endpoint, DurabilityDemand demand, CancellationToken token)
    {
        var text = new NpgsqlConnectionStringBuilder
        {
            Host = endpoint.Host, Port = endpoint.Port, Timeout = ConnectSeconds, CommandTimeout = 0,
            Database = endpoint.Database.Length > 0 ? endpoint.Database : "postgres", Pooling = false,
            ApplicationName = "sfperf",
        };
        var connection = new NpgsqlConnection(text.ConnectionString);
        try
        {
            await connection.OpenAsync(token).ConfigureAwait(false);
            if (demand == DurabilityDemand.Primary)
                await ExecuteAsync(connection, "SET synchronous_commit = local", token).ConfigureAwait(false);
            return connection;
        }
        catch (Exception e)
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            if (token.IsCancellationRequested)
                throw;
            throw new PeerException(e switch
            {
                PostgresException { SqlState: "28P01" or "28000" } =>
                    $"PostgreSQL at {endpoint} refused the user; PGUSER and PGPASSWORD say who: {e.Message}",
                NpgsqlException { InnerException: SocketException inner } =>
                    $"PostgreSQL at {endpoint} cannot be reached: {inner.Message}",
                _ => $"PostgreSQL at {endpoint} cannot be used: {e.Message}",
            }, e);
        }
    }

    /// <summary>Asks a server that must be the primary, and makes the table where there is none.</summary>
    internal static async Task<PostgreSqlSettings> ReadPrimaryAsync(
        PeerEndpoint endpoint, DurabilityDemand demand, CancellationToken token)
    {
        var connection = await ConnectAsync(endpoint, demand, token).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            try
            {
                if (await AskAsync<bool>(connection, "SELECT pg_is_in_recovery()", token).ConfigureAwait(false))
                {
                    throw new PeerException(
                        $"PostgreSQL at {endpoint} is a standby; give its primary as PeerEndpoint.");
                }

                var settings = new PostgreSqlSettings(
                    (await ShowAsync("server_version").ConfigureAwait(false)).Split(' ')[0],
                    await ShowAsync("fsync").ConfigureAwait(false) == "on",
                    await ShowAsync("synchronous_commit").ConfigureAwait(false),
                    await ShowAsync("synchronous_standby_names").ConfigureAwait(false),
                    (int)await AskAsync<long>(connection,
                        "SELECT count(*) FROM pg_stat_replication WHERE application_name <> 'pg_basebackup'", token)
                        .ConfigureAwait(false));
                if (settings.Standbys < settings.SynchronousStandbys)
                {
                    throw new PeerException($"PostgreSQL at {endpoint} waits for {settings.SynchronousStandbys} "
                        + $"standbys ({settings.SynchronousStandbyNames}) and {settings.Standbys} are connected: "
                        + "no write would end.");
                }

                await SeeToTableAsync(connection, endpoint, token).ConfigureAwait(false);
                return settings;
            }
            catch (PostgresException e)
            {
                throw new PeerException($"PostgreSQL at {endpoint} cannot be used: {e.Message}", e);
            }
        }

        Task<string> ShowAsync(string name) =>
            AskAsync<string>(connection, $"SELECT current_setting('{name}')", token);
    }

    private static async Task SeeToTableAsync(
        NpgsqlConnection connection, PeerEndpoint endpoint, CancellationToken token)
    {
        try
        {
            if (await AskAsync<bool>(connection, $"SELECT to_regclass('{Table}') IS NULL", token)
                .ConfigureAwait(false))
            {
                await ExecuteAsync(connection,
                    $"CREATE TABLE IF NOT EXISTS {Table} (key bigint PRIMARY KEY, value bytea NOT NULL)", token)
                    .ConfigureAwait(false);
            }
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.InsufficientPrivilege)
        {
            throw new PeerException($"PostgreSQL at {endpoint} does not let this user make table {Table}: "
                + $"{e.MessageText}. Make it: CREATE TABLE {Table} (key bigint PRIMARY KEY, value bytea NOT NULL), "
                + "and grant SELECT, INSERT and UPDATE.", e);
        }

        foreach (var right in new[] { "SELECT", "INSERT", "UPDATE" })
        {
            if (!await AskAsync<bool>(connection, $"SELECT has_table_privilege('{Table}', '{right}')", token)
                .ConfigureAwait(false))
            {
                throw new PeerException($"PostgreSQL at {endpoint}: this user has no right to {right} on {Table}; "
                    + $"GRANT SELECT, INSERT, UPDATE ON {Table}.");
            }
        }
    }

    private static async Task<T> AskAsync<T>(NpgsqlConnection connection, string sql, CancellationToken token)
    {
        var command = new NpgsqlCommand(sql, connection);
        await using (command.ConfigureAwait(false))
            return (T)(await command.ExecuteScalarAsync(token).ConfigureAwait(false))!;
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql, CancellationToken token)
    {
        var command = new NpgsqlCommand(sql, connection);
        await using (command.ConfigureAwait(false))
            await command.ExecuteNonQueryAsync(token).ConfigureAwait(false);
    }
}
