using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;
using SfPerf.Peers;

namespace SfPerf.Benchmarks.Redis;

/// <summary>A Redis server without replicas, on a free port, with a folder of its own.</summary>
internal sealed class RedisServer : IAsyncDisposable
{
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(10);
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-redis-").FullName;
    private readonly Process _process;

    private RedisServer(bool fsync, int port)
    {
        Endpoint = new PeerEndpoint("127.0.0.1", port);
        var start = new ProcessStartInfo("redis-server", [
            "--port", port.ToString(CultureInfo.InvariantCulture), "--bind", "127.0.0.1", "--dir", _folder,
            "--save", "", "--appendonly", fsync ? "yes" : "no", "--appendfsync", "always",
            "--logfile", Path.Combine(_folder, "log")]);
        _process = Process.Start(start)!;
    }

    internal PeerEndpoint Endpoint { get; }

    internal static async Task<RedisServer> StartAsync(bool fsync)
    {
        var server = new RedisServer(fsync, FreePort());
        var began = Stopwatch.GetTimestamp();
        while (!await server.AnswersAsync().ConfigureAwait(false))
        {
            if (server._process.HasExited || Stopwatch.GetElapsedTime(began) > StartTimeout)
            {
                await server.DisposeAsync().ConfigureAwait(false);
                throw new InvalidOperationException("redis-server did not start.");
            }

            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System).ConfigureAwait(false);
        }

        return server;
    }

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync().ConfigureAwait(false);
        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private async Task<bool> AnswersAsync()
    {
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync(Endpoint.Host, Endpoint.Port).ConfigureAwait(false);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
