using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;

namespace SfPerf.Peers;

/// <summary>
/// Lets the thread that waits for sockets go on with the operation a packet completes, instead of handing it to the
/// thread pool: what a loop of a single thread does, as redis-benchmark's. The hand-over costs a tenth of Redis's rate
/// when the driver shares its processors. Only for processes whose socket continuations never block.
/// </summary>
public static class InlineCompletions
{
    private const string Variable = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private static readonly Lock Gate = new();
    private static bool _enabled;

    /// <summary>Enables it for the rest of the process. Without effect once a socket was used, since the runtime reads
    /// the setting then, and only then.</summary>
    public static void Enable()
    {
        lock (Gate)
        {
            if (_enabled)
                return;
            _enabled = true;
            var before = Environment.GetEnvironmentVariable(Variable);
            Environment.SetEnvironmentVariable(Variable, "1");
            try
            {
                UseSocket();
            }
            finally
            {
                // Programs that this one starts, such as a cluster's, are not to inherit it.
                Environment.SetEnvironmentVariable(Variable, before);
            }
        }
    }

    private static void UseSocket()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        socket.Listen();
        using var waiting = new SocketAsyncEventArgs();
        // Nobody connects, so this waits, and closing the socket ends it.
        socket.AcceptAsync(waiting);
    }
}
