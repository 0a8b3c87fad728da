using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>The sockets listening at one address: TCP ones, all of one port, or a Unix domain socket.</summary>
internal sealed class ListeningSockets : IDisposable
{
    private const int DefaultPort = 808;

    private readonly List<Socket> _all = [];
    private readonly string? _pipe;

    /// <exception cref="AddressAlreadyInUseException">Somebody else has the address.</exception>
    internal ListeningSockets(Uri uri, int backlog)
    {
        if (uri.Scheme == "net.pipe")
        {
            _pipe = PipeName.Of(uri);
            RemoveDead(_pipe, uri);
            Listen(new UnixDomainSocketEndPoint(_pipe), ProtocolType.Unspecified, backlog, uri);
            return;
        }

        var port = uri.Port < 0 ? DefaultPort : uri.Port;
        foreach (var address in LocalAddresses.Of(uri))
        {
            try
            {
                Listen(new IPEndPoint(address, Port ?? port), ProtocolType.Tcp, backlog, uri);
                Port ??= ((IPEndPoint)_all[0].LocalEndPoint!).Port;
            }
            catch (CommunicationException) when (Port is not null)
            {
                // The machine has one of the two families of addresses only.
            }
        }
    }

    internal IReadOnlyList<Socket> All => _all;

    internal bool IsPipe => _pipe is not null;

    /// <summary>Gets the TCP port; null for a pipe.</summary>
    internal int? Port { get; }

    public void Dispose()
    {
        foreach (var socket in _all)
            socket.Dispose();
        if (_pipe is not null)
            File.Delete(_pipe);
    }

    // A file left behind by a dead process is taken over; one behind which somebody listens is not.
    private static void RemoveDead(string pipe, Uri uri)
    {
        if (!File.Exists(pipe))
            return;
        using var probe = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            // A full backlog shall be an answer, too, not a wait.
            probe.Blocking = false;
            probe.Connect(new UnixDomainSocketEndPoint(pipe));
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
        {
            File.Delete(pipe);
            return;
        }
        catch (SocketException)
        {
            // Any other error means that a process listens there.
        }

        throw new AddressAlreadyInUseException($"Somebody else listens at '{uri}'.");
    }

    private void Listen(EndPoint endpoint, ProtocolType protocol, int backlog, Uri uri)
    {
        var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, protocol);
        try
        {
            socket.Bind(endpoint);
            socket.Listen(backlog);
            _all.Add(socket);
        }
        catch (SocketException e)
        {
            socket.Dispose();
            throw LocalAddresses.ToException(e, uri);
        }
    }
}
