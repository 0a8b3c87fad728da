using System;
using System.IO;
using System.Net.Http;
using System.Net.Sockets;
using Npgsql;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.Peers;

/// <summary>Names failures of the way to a peer alike, whichever library tells them.</summary>
internal static class PeerFailure
{
    /// <summary>No connection could be made.</summary>
    internal const string Unreachable = "Unreachable";

    /// <summary>The connection ended while the operation was under way, which may or may not take effect.</summary>
    internal const string Disconnected = "Disconnected";

    /// <summary>Returns the failure with its name; null for one that has a name or is none of the connection's.
    /// </summary>
    internal static LoadOperationException? Named(Exception failure) => KindOf(failure) is { } kind
        ? new LoadOperationException(kind, failure.Message, failure) : null;

    private static string? KindOf(Exception failure) => failure switch
    {
        PeerException => Unreachable,
        HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError } => Unreachable,
        HttpRequestException or IOException or SocketException => Disconnected,
        PostgresException => null,
        NpgsqlException => Disconnected,
        _ => null,
    };
}
