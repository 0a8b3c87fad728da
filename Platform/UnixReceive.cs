using System;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace SfPerf.Platform;

/// <summary>Receives what has come already, on a socket that otherwise blocks. Linux only.</summary>
public static partial class UnixReceive
{
    private const int Interrupted = 4;
    private const int WouldBlock = 11;
    private const int DoNotWait = 0x40;

    /// <summary>Receives without waiting; any thread, one at a time for a socket.</summary>
    /// <param name="socket">A connected socket.</param>
    /// <param name="target">Filled from its beginning.</param>
    /// <param name="received">The bytes that came; 0 at the end of the connection, or with an error.</param>
    /// <returns>Success; WouldBlock when nothing has come; another error when the connection is gone.</returns>
    public static unsafe SocketError TryReceive(Socket socket, Span<byte> target, out int received)
    {
        ArgumentNullException.ThrowIfNull(socket);
        fixed (byte* start = target)
        {
            var result = Receive(socket.SafeHandle, start, target.Length, DoNotWait);
            received = (int)Math.Max(result, 0);
            if (result >= 0)
                return SocketError.Success;
        }
        return Marshal.GetLastPInvokeError() is WouldBlock or Interrupted
            ? SocketError.WouldBlock : SocketError.ConnectionReset;
    }

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    private static unsafe partial nint Receive(SafeHandle socket, byte* target, nint length, int flags);
}
