using System;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace SfPerf.Platform.Admission;

/// <summary>
/// Tells which user's process holds the other end of a connection of this machine. All methods may be called from any
/// thread.
/// </summary>
/// <remarks>
/// Linux tells it: TCP by sock_diag, or by /proc/net/tcp where netlink is not to be had; Unix sockets by the
/// credentials noted at the connect. Other systems do not. A peer that has closed its socket has no owner any more: the
/// kernel then reports user 0 and inode 0, which must never pass for root.
/// </remarks>
public static class PeerIdentity
{
    private const int SocketLevel = 1;          // SOL_SOCKET
    private const int PeerCredentials = 17;     // SO_PEERCRED: process, user, group

    /// <summary>Gets the user id of the process that holds the peer's socket.</summary>
    /// <param name="socket">An accepted or connected socket.</param>
    /// <returns>Null when it cannot be told: another system, a peer on another machine, or one that has gone.</returns>
    public static uint? OwnerOf(Socket socket)
    {
        ArgumentNullException.ThrowIfNull(socket);
        if (!OperatingSystem.IsLinux())
            return null;
        try
        {
            if (socket.AddressFamily == AddressFamily.Unix)
                return UnixOwner(socket);
            return socket is { RemoteEndPoint: IPEndPoint remote, LocalEndPoint: IPEndPoint local }
                ? OwnerOf(Plain(remote), Plain(local)) : null;
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection is gone, and with it whoever had made it.
            return null;
        }
    }

    internal static uint? OwnerOf(IPEndPoint peer, IPEndPoint local) =>
        SocketDiagnostics.Shared.TryFind(peer, local, out var owner) ? owner : ProcNetTcp.Find(peer, local);

    // A dual-mode socket shows IPv4 peers as ::ffff:a.b.c.d; the kernel knows them by their IPv4 addresses.
    private static IPEndPoint Plain(IPEndPoint endPoint) => endPoint.Address.IsIPv4MappedToIPv6
        ? new(endPoint.Address.MapToIPv4(), endPoint.Port) : endPoint;

    private static uint? UnixOwner(Socket socket)
    {
        Span<int> credentials = stackalloc int[3];
        var bytes = socket.GetRawSocketOption(
            SocketLevel, PeerCredentials, MemoryMarshal.AsBytes(credentials));
        // Process 0 is one that this namespace cannot see; its user would be the overflow user.
        return bytes == 3 * sizeof(int) && credentials[0] != 0 ? (uint)credentials[1] : null;
    }
}
