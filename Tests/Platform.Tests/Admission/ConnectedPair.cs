using System;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;

namespace SfPerf.Platform.Tests.Admission;

/// <summary>Both ends of one TCP connection.</summary>
internal sealed record ConnectedPair(Socket Client, Socket Accepted) : IDisposable
{
    internal static async Task<ConnectedPair> MakeAsync(IPAddress listening, IPAddress connecting)
    {
        using var listener = new Socket(listening.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        if (listening.AddressFamily == AddressFamily.InterNetworkV6)
            listener.DualMode = true;
        listener.Bind(new IPEndPoint(listening, 0));
        listener.Listen();
        var client = new Socket(connecting.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        if (connecting.IsIPv4MappedToIPv6)
            client.DualMode = true;
        await client.ConnectAsync(connecting, ((IPEndPoint)listener.LocalEndPoint!).Port);
        return new(client, await listener.AcceptAsync());
    }

    public void Dispose()
    {
        Client.Dispose();
        Accepted.Dispose();
    }
}
