using System;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace SfPerf.Platform;

/// <summary>
/// Sends what the kernel takes at once, and receives what has come already, on a socket that otherwise blocks. The
/// framework has no such calls: with a send timeout it reports a partial send as zero bytes.
/// </summary>
public static partial class UnixSocket
{
    private const int Interrupted = 4;
    private static readonly bool IsMacOS = OperatingSystem.IsMacOS();
    private static readonly int WouldBlock = IsMacOS ? 35 : 11;
    private static readonly int Flags = IsMacOS ? 0x80 : 0x40 | 0x4000; // do not wait; no signal

    /// <summary>Gets whether this system has the calls.</summary>
    public static bool IsSupported { get; } = OperatingSystem.IsLinux() || IsMacOS;

    /// <summary>Sends without waiting; any thread, one at a time for a socket.</summary>
    /// <param name="socket">A connected socket.</param>
    /// <param name="bytes">Read before this returns.</param>
    /// <param name="sent">The bytes that the kernel took, from the first on.</param>
    /// <returns>Success when it took any; WouldBlock when it took none; another error when the connection is
    /// gone.</returns>
    public static unsafe SocketError TrySend(Socket socket, ReadOnlySpan<byte> bytes, out int sent)
    {
        fixed (byte* start = bytes)
        {
            var result = Send(socket.SafeHandle, start, bytes.Length, Flags);
            sent = (int)Math.Max(result, 0);
            if (result >= 0)
                return SocketError.Success;
        }
        return LastError();
    }

    /// <summary>Receives without waiting; any thread, one at a time for a socket.</summary>
    /// <param name="socket">A connected socket.</param>
    /// <param name="target">Filled from its beginning.</param>
    /// <param name="received">The bytes that came; 0 at the end of the connection, or with an error.</param>
    /// <returns>Success; WouldBlock when nothing has come; another error when the connection is gone.</returns>
    public static unsafe SocketError TryReceive(Socket socket, Span<byte> target, out int received)
    {
        fixed (byte* start = target)
        {
            var result = Receive(socket.SafeHandle, start, target.Length, Flags);
            received = (int)Math.Max(result, 0);
            if (result >= 0)
                return SocketError.Success;
        }
        return LastError();
    }

    private static SocketError LastError()
    {
        var error = Marshal.GetLastPInvokeError();
        return error == WouldBlock ? SocketError.WouldBlock
            : error == Interrupted ? SocketError.Interrupted
            : SocketError.ConnectionReset;
    }

    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    private static unsafe partial nint Send(SafeHandle socket, byte* bytes, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    private static unsafe partial nint Receive(SafeHandle socket, byte* target, nint length, int flags);
}
