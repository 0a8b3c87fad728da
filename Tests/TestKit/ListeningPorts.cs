using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;

namespace SfPerf.TestKit;

/// <summary>The TCP ports that processes listen on. Linux only (/proc).</summary>
public static class ListeningPorts
{
    private const string Listening = "0A";

    /// <summary>Gets the ports on which any of these processes listens now.</summary>
    public static IReadOnlySet<int> Of(IEnumerable<int> processes)
    {
        var sockets = processes.SelectMany(Sockets).ToHashSet(StringComparer.Ordinal);
        return Rows().Where(r => sockets.Contains(r.Inode)).Select(r => r.Port).ToHashSet();
    }

    /// <summary>Gets a port of 127.0.0.1 that the system has just found free. Another program may take it.</summary>
    public static int FindFree()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
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
