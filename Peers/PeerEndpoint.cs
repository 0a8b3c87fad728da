using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Peers;

/// <summary>Specifies where a member of a peer listens.</summary>
/// <param name="Host">Name or address.</param>
/// <param name="Port">The port.</param>
/// <param name="Database">PostgreSQL's database; empty for its default.</param>
public sealed record PeerEndpoint(string Host, int Port, string Database = "")
{
    private const string Scheme = "http://";

    /// <summary>Gets whether it is an address of this machine.</summary>
    public bool IsLoopback => Host == "localhost"
        || (System.Net.IPAddress.TryParse(Host, out var address) && System.Net.IPAddress.IsLoopback(address));

    /// <summary>Reads a list such as <c>10.0.0.1:6379,10.0.0.2:6379</c>; empty for the peer's own port on this machine.
    /// </summary>
    /// <exception cref="FormatException">The text is not such a list.</exception>
    public static IReadOnlyList<PeerEndpoint> ParseList(string text, PeerKind kind)
    {
        ArgumentNullException.ThrowIfNull(text);
        var parts = text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        return parts.Length == 0
            ? [new PeerEndpoint("127.0.0.1", DefaultPort(kind))]
            : [.. parts.Select(p => Parse(p, kind))];
    }

    /// <inheritdoc/>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{(Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]" : Host)}:{Port}");

    private static PeerEndpoint Parse(string text, PeerKind kind)
    {
        var rest = text.StartsWith(Scheme, StringComparison.Ordinal) ? text[Scheme.Length..] : text;
        if (rest.Contains('@', StringComparison.Ordinal))
            throw new FormatException("An endpoint holds no name or password: they would be saved with the run.");
        var slash = rest.IndexOf('/', StringComparison.Ordinal);
        var database = slash < 0 ? "" : rest[(slash + 1)..];
        if (slash >= 0)
            rest = rest[..slash];
        if (database.Length > 0 && kind != PeerKind.PostgreSql)
            throw new FormatException($"'{text}' names a database, which only PostgreSQL has.");
        if (!Uri.TryCreate($"tcp://{rest}", UriKind.Absolute, out var uri) || uri.Host.Length == 0
            || uri.PathAndQuery.Length > 1)
        {
            throw new FormatException($"'{text}' is no HOST:PORT.");
        }

        return new PeerEndpoint(uri.Host.Trim('[', ']'), uri.Port > 0 ? uri.Port : DefaultPort(kind), database);
    }

    private static int DefaultPort(PeerKind kind) => kind switch
    {
        PeerKind.Redis => 6379,
        PeerKind.PostgreSql => 5432,
        _ => 2379,
    };
}
