using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace SfPerf.TestKit;

/// <summary>The TCP ports that processes listen on. Linux only (/proc).</summary>
public static class ListeningPorts
{
    private const string Listening = "0A";
    private const int FirstFree = 10_000;
    private const int LastFree = 19_999;

    /// <summary>Gets the ports on which any of these processes listens now.</summary>
    public static IReadOnlySet<int> Of(IEnumerable<int> processes)
    {
        var sockets = processes.SelectMany(Sockets).ToHashSet(StringComparer.Ordinal);
        return Rows().Where(r => sockets.Contains(r.Inode)).Select(r => r.Port).ToHashSet();
    }

    /// <summary>Gets a port of 127.0.0.1 that is free. Another program may take it before the caller does.</summary>
    /// <remarks>
    /// It lies below the ports that the system gives to connections: one of those can be taken by any connection of
    /// this machine before the caller listens on it. The nodes of a cluster have the ports above this range.
    /// </remarks>
    public static int FindFree()
    {
        int port;
        do
            port = RandomNumberGenerator.GetInt32(FirstFree, LastFree + 1);
        while (!IsFree(port));
        return port;
    }

    /// <summary>Gets whether nobody on this machine listens on a port of 127.0.0.1.</summary>
    public static bool IsFree(int port)
    {
        using var listener = new TcpListener(IPAddress.Loopback, port);
        try
        {
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    // "  0: 0100007F:4A38 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0  0 12345 1 ..."
    private static IEnumerable<(string Inode, int Port)> Rows()
    {
        foreach (var file in new[] { "/proc/net/tcp", "/proc/net/tcp6" }.Where(File.Exists))
        {
            foreach (var line in File.ReadLines(file).Skip(1))
            {
                var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
                if (fields[3] != Listening)
                    continue;
                var port = fields[1][(fields[1].LastIndexOf(':') + 1)..];
                yield return (fields[9], int.Parse(port, NumberStyles.HexNumber, CultureInfo.InvariantCulture));
            }
        }
    }

    // A descriptor of a socket is a link to "socket:[INODE]".
    private static IEnumerable<string> Sockets(int process)
    {
        string[] targets;
        try
        {
            targets = [.. Directory.GetFiles($"/proc/{process}/fd").Select(f => new FileInfo(f).LinkTarget ?? "")];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return []; // It has ended.
        }
        return targets.Where(t => t.StartsWith("socket:[", StringComparison.Ordinal)).Select(t => t[8..^1]);
    }
}
