using System;
using System.Collections.Concurrent;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.EndToEnd.Tests.Deploying;

/// <summary>Passes connections on to a port of this machine, until so many bytes were sent there: then it ends all of
/// them, in the middle of whatever they carry, and each new one.</summary>
internal sealed class CuttingRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentDictionary<TcpClient, bool> _open = new();
    private readonly int _port;
    private readonly Task _accepting;
    private long _left = long.MaxValue;

    internal CuttingRelay(int port)
    {
        _port = port;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    internal int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Lets so many bytes through from now on.</summary>
    internal void CutAfter(long bytes) => Interlocked.Exchange(ref _left, bytes);

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Dispose();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        CloseAll();
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
            _ = RelayAsync(await _listener.AcceptTcpClientAsync(_end.Token));
    }

    private async Task RelayAsync(TcpClient client)
    {
        using var server = new TcpClient();
        using (client)
        {
            _open[client] = _open[server] = true;
            try
            {
                if (Interlocked.Read(ref _left) <= 0)
                    return;
                await server.ConnectAsync(IPAddress.Loopback, _port, _end.Token);
                var (near, far) = (client.GetStream(), server.GetStream());
                await Task.WhenAny(CopyAsync(near, far, true), CopyAsync(far, near, false));
            }
            catch (Exception e) when (e is IOException or SocketException or OperationCanceledException)
            {
                // Either end has gone.
            }
            _ = _open.TryRemove(client, out _);
            _ = _open.TryRemove(server, out _);
        }
    }

    private async Task CopyAsync(NetworkStream from, NetworkStream to, bool counted)
    {
        var part = new byte[16 << 10];
        while (await from.ReadAsync(part, _end.Token) is > 0 and var read)
        {
            if (counted && Interlocked.Add(ref _left, -read) <= 0)
            {
                CloseAll();
                return;
            }
            await to.WriteAsync(part.AsMemory(0, read), _end.Token);
        }
    }

    private void CloseAll()
    {
        foreach (var client in _open.Keys)
            client.Dispose();
    }
}
