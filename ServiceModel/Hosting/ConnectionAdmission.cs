using System.Net.Sockets;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>
/// Lets the program that hosts services decide who may connect to any of them. Asked once for each connection, before
/// anything is read from it. Without a decision of the program, everybody may.
/// </summary>
internal static class ConnectionAdmission
{
    /// <summary>Gets or sets the decision about an accepted socket. Any thread; it must not block.</summary>
    internal static Func<Socket, bool>? Admits { get; set; }

    /// <summary>Answers a refused net.tcp or net.pipe connection by a fault, if it takes it at once, and closes it.
    /// </summary>
    internal static void Refuse(Socket socket)
    {
        using (socket)
        using (var output = new OutputBuffer())
        {
            Preamble.WriteFault(output, FramingFaults.NotAdmitted);
            try
            {
                // Some hundred bytes always fit into the empty buffer of a new connection.
                socket.Send(output.Segment, SocketFlags.None, out _);
                socket.Shutdown(SocketShutdown.Send);
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // It has gone already.
            }
        }
    }

    /// <summary>Judges the connections of an http address; the requests on refused ones are to be answered by 403.
    /// </summary>
    internal static void AddTo(ListenOptions listen) => listen.Use(next => connection =>
    {
        var socket = connection.Features.Get<IConnectionSocketFeature>()?.Socket;
        if (Admits is { } admits && (socket is null || !admits(socket)))
            connection.Features.Set(Stranger.Instance);
        return next(connection);
    });

    /// <summary>Gets whether a request came on a refused connection.</summary>
    internal static bool IsRefused(IFeatureCollection features) => features.Get<Stranger>() is not null;

    private sealed class Stranger
    {
        internal static readonly Stranger Instance = new();
    }
}
