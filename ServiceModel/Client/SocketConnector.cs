using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>Connects to net.tcp and net.pipe addresses.</summary>
internal static class SocketConnector
{
    private const int DefaultPort = 808;

    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMilliseconds(50);

    internal static async Task<Socket> ConnectAsync(Uri via, Deadline deadline)
    {
        using var timeout = deadline.ToSource();
        try
        {
            if (via.Scheme == "net.pipe")
                return await ConnectPipeAsync(via, timeout.Token).ConfigureAwait(false);
            var port = via.Port < 0 ? DefaultPort : via.Port;
            if (!via.IsLoopback || IPAddress.TryParse(via.DnsSafeHost, out _))
                return await ConnectAsync(Host(via, port), timeout.Token).ConfigureAwait(false);
            try
            {
                return await ConnectAsync(new IPEndPoint(IPAddress.Loopback, port), timeout.Token)
                    .ConfigureAwait(false);
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
            {
                return await ConnectAsync(new IPEndPoint(IPAddress.IPv6Loopback, port), timeout.Token)
                    .ConfigureAwait(false);
            }
        }
        catch (SocketException e)
        {
            throw new EndpointNotFoundException($"Could not connect to '{via}': {e.Message}", e);
        }
        catch (OperationCanceledException e) when (timeout.IsCancellationRequested)
        {
            throw new TimeoutException($"Connecting to '{via}' did not end within the open timeout.", e);
        }
    }

    private static EndPoint Host(Uri via, int port) => IPAddress.TryParse(via.DnsSafeHost, out var address)
        ? new IPEndPoint(address, port) : new DnsEndPoint(via.DnsSafeHost, port);

    private static async Task<Socket> ConnectAsync(EndPoint target, CancellationToken token)
    {
        var socket = target is IPEndPoint ip
            ? new Socket(ip.AddressFamily, SocketType.Stream, ProtocolType.Tcp)
            : new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            // The kernel tunes buffer sizes; fixing them makes peers stall.
            socket.NoDelay = true;
            await socket.ConnectAsync(target, token).ConfigureAwait(false);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    // A Unix domain socket whose backlog is full refuses at once, where a busy named pipe makes its client wait.
    private static async Task<Socket> ConnectPipeAsync(Uri via, CancellationToken token)
    {
        for (var pause = ShortestPause; ; pause = pause < LongestPause ? pause * 2 : LongestPause)
        {
            try
            {
                return await TryConnectPipeAsync(via, token).ConfigureAwait(false);
            }
            catch (SocketException e) when (IsFull(e))
            {
                await Task.Delay(pause, TimeProvider.System, token).ConfigureAwait(false);
            }
        }
    }

    private static bool IsFull(SocketException e) =>
        e.SocketErrorCode is SocketError.WouldBlock or SocketError.TryAgain or SocketError.NoBufferSpaceAvailable;

    private static async Task<Socket> TryConnectPipeAsync(Uri via, CancellationToken token)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(PipeName.Of(via)), token).ConfigureAwait(false);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
