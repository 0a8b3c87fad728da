using System;
using System.IO;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Peers.Redis;

/// <summary>Connects to a Redis server and asks it what it is.</summary>
internal static class RedisServer
{
    private const string PasswordVariable = "REDISCLI_AUTH";
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);

    private static string? Password => Environment.GetEnvironmentVariable(PasswordVariable);

    internal static async Task<RespConnection> ConnectAsync(PeerEndpoint endpoint, CancellationToken token)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(ConnectTimeout);
        RespConnection? connection = null;
        try
        {
            connection = await RespConnection.ConnectAsync(endpoint, limit.Token).ConfigureAwait(false);
            if (Password is { Length: > 0 } password)
                await connection.CallAsync(limit.Token, "AUTH", password).ConfigureAwait(false);
            return connection;
        }
        catch (Exception e)
        {
            if (connection is not null)
                await connection.DisposeAsync().ConfigureAwait(false);
            if (token.IsCancellationRequested)
                throw;
            throw new PeerException(e switch
            {
                RedisException => $"Redis at {endpoint} refused the password in {PasswordVariable}: {e.Message}",
                OperationCanceledException =>
                    $"Redis at {endpoint} did not answer within {ConnectTimeout.TotalSeconds} s.",
                _ => $"Redis at {endpoint} cannot be reached: {e.Message}",
            }, e);
        }
    }

    /// <summary>Asks a server that must be the primary.</summary>
    internal static async Task<RedisSettings> ReadPrimaryAsync(PeerEndpoint endpoint, CancellationToken token)
    {
        var settings = await ReadAsync(endpoint, token).ConfigureAwait(false);
        return settings.IsPrimary ? settings : throw new PeerException(
            $"Redis at {endpoint} is a replica of {settings.Primary}; give that as PeerEndpoint.");
    }

    private static async Task<RedisSettings> ReadAsync(PeerEndpoint endpoint, CancellationToken token)
    {
        var connection = await ConnectAsync(endpoint, token).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            try
            {
                var info = await connection.CallAsync(token, "INFO").ConfigureAwait(false);
                return RedisSettings.Of(info.Text,
                    await SettingAsync("appendonly").ConfigureAwait(false),
                    await SettingAsync("appendfsync").ConfigureAwait(false));
            }
            catch (RedisException e) when (e.Code == "NOAUTH")
            {
                throw new PeerException($"Redis at {endpoint} wants a password; set {PasswordVariable} to it.", e);
            }
            catch (Exception e) when (e is RedisException or IOException or SocketException or InvalidDataException)
            {
                throw new PeerException($"Redis at {endpoint} does not say what it promises: {e.Message}", e);
            }
        }

        async Task<string> SettingAsync(string name) =>
            (await connection.CallAsync(token, "CONFIG", "GET", name).ConfigureAwait(false)).Items is [_, var value]
                ? value.Text : "unknown";
    }

    /// <summary>Asks a replica; null when it listens where this machine cannot reach it.</summary>
    internal static async Task<RedisSettings?> TryReadAsync(PeerEndpoint endpoint, CancellationToken token)
    {
        try
        {
            return await ReadAsync(endpoint, token).ConfigureAwait(false);
        }
        catch (PeerException)
        {
            return null;
        }
    }
}
