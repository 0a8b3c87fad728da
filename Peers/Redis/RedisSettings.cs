using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Peers.Redis;

/// <summary>Describes what one Redis server says of itself.</summary>
/// <param name="Version">Its version.</param>
/// <param name="IsPrimary">Whether it takes writes.</param>
/// <param name="Primary">A replica's primary.</param>
/// <param name="Replicas">A primary's replicas that are up to date.</param>
/// <param name="AppendOnly">Its <c>appendonly</c>.</param>
/// <param name="AppendFsync">Its <c>appendfsync</c>.</param>
internal sealed record RedisSettings(
    string Version, bool IsPrimary, string Primary, IReadOnlyList<PeerEndpoint> Replicas, string AppendOnly,
    string AppendFsync)
{
    /// <summary>Gets whether a write is on this server's disk before it is acknowledged.</summary>
    internal bool Flushes => AppendOnly == "yes" && AppendFsync == "always";

    /// <summary>Gets the setting that decides it.</summary>
    internal string Flushing => AppendOnly == "yes" ? $"appendfsync {AppendFsync}" : "appendonly no";

    /// <summary>Reads the reply of INFO, lines of name:value, and the two settings.</summary>
    internal static RedisSettings Of(string info, string appendOnly, string appendFsync)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var line in info.Split("\r\n"))
        {
            if (line.Split(':', 2) is [var name, var value])
                values[name] = value;
        }

        return new RedisSettings(
            values.GetValueOrDefault("redis_version", "of unknown version"),
            values.GetValueOrDefault("role") == "master",
            $"{values.GetValueOrDefault("master_host")}:{values.GetValueOrDefault("master_port")}",
            [.. values.Where(v => v.Key.StartsWith("slave", StringComparison.Ordinal)).Select(v => Replica(v.Value))
                .OfType<PeerEndpoint>()],
            appendOnly, appendFsync);
    }

    // ip=127.0.0.1,port=27302,state=online,offset=14,lag=1
    private static PeerEndpoint? Replica(string text)
    {
        var fields = text.Split(',').Select(f => f.Split('=', 2)).Where(f => f.Length == 2)
            .ToDictionary(f => f[0], f => f[1]);
        return fields.GetValueOrDefault("state") == "online" && fields.TryGetValue("ip", out var host)
            && int.TryParse(fields.GetValueOrDefault("port"), out var port) ? new PeerEndpoint(host, port) : null;
    }
}
