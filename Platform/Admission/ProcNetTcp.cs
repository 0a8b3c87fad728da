using System;
using System.Globalization;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;

namespace SfPerf.Platform.Admission;

/// <summary>
/// Finds the owner of a TCP socket in /proc/net/tcp and tcp6: the way where netlink is not to be had. It reads the
/// table of all sockets, so it costs more the more there are.
/// </summary>
internal static class ProcNetTcp
{
    private const int UserColumn = 7;
    private const int StateColumn = 3;
    private const int InodeColumn = 9;

    /// <summary>Gets the user of the socket at <paramref name="peer"/> that is connected to <paramref name="local"/>.
    /// </summary>
    /// <returns>Null when there is no such socket, no process holds it, or the table cannot be read.</returns>
    internal static uint? Find(IPEndPoint peer, IPEndPoint local)
    {
        if (peer.AddressFamily == AddressFamily.InterNetwork
            && Find("/proc/net/tcp", $" {Text(peer)} {Text(local)} ") is { } owner)
        {
            return owner;
        }

        return Find("/proc/net/tcp6", $" {Text(Mapped(peer))} {Text(Mapped(local))} ");
    }

    private static uint? Find(string table, string connection)
    {
        try
        {
            foreach (var line in File.ReadLines(table))
            {
                if (line.Contains(connection, StringComparison.Ordinal))
                    return Owner(line.Split(' ', StringSplitOptions.RemoveEmptyEntries));
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // No such table here: then nothing is known of the peer.
        }
        return null;
    }

    private static uint? Owner(string[] columns) => columns.Length > InodeColumn && columns[InodeColumn] != "0"
        && int.TryParse(columns[StateColumn], NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var state)
        && SocketDiagnostics.IsHeld(state)
        && uint.TryParse(columns[UserColumn], NumberStyles.None, CultureInfo.InvariantCulture, out var user)
            ? user : null;

    private static IPEndPoint Mapped(IPEndPoint endPoint) => new(endPoint.Address.MapToIPv6(), endPoint.Port);

    // The kernel prints each four bytes of an address as one number of its own byte order.
    private static string Text(IPEndPoint endPoint)
    {
        var text = new StringBuilder();
        foreach (var word in MemoryMarshal.Cast<byte, uint>(endPoint.Address.GetAddressBytes()))
            text.Append(word.ToString("X8", CultureInfo.InvariantCulture));
        return text.Append(':').Append(endPoint.Port.ToString("X4", CultureInfo.InvariantCulture)).ToString();
    }
}
