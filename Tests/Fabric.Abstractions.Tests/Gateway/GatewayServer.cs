using System;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Abstractions.Tests.Gateway;

/// <summary>A real HTTP server on loopback that answers what a test says, and keeps what it was asked.</summary>
internal sealed class GatewayServer : IAsyncDisposable
{
    private readonly HttpListener _listener = new();
    private readonly Func<string, int, Task<(int Status, string Body)>> _answer;
    private readonly Task _pump;

    internal GatewayServer(Func<string, int, (int Status, string Body)> answer)
        : this((path, n) => Task.FromResult(answer(path, n)))
    {
    }

    internal GatewayServer(Func<string, int, Task<(int Status, string Body)>> answer)
    {
        _answer = answer;
        Port = FreePort();
        _listener.Prefixes.Add($"http://127.0.0.1:{Port}/");
        _listener.Start();
        _pump = PumpAsync();
    }

    internal int Port { get; }

    internal string Endpoint => $"127.0.0.1:{Port}";

    internal ConcurrentQueue<string> Asked { get; } = new();

    public async ValueTask DisposeAsync()
    {
        _listener.Stop();
        await _pump;
        _listener.Close();
    }

    internal static int FreePort()
    {
        using var socket = new TcpListener(IPAddress.Loopback, 0);
        socket.Start();
        return ((IPEndPoint)socket.LocalEndpoint).Port;
    }

    private async Task PumpAsync()
    {
        try
        {
            while (true)
                _ = AnswerAsync(await _listener.GetContextAsync());
        }
        catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
        {
            // Stopped.
        }
    }

    private async Task AnswerAsync(HttpListenerContext context)
    {
        var path = context.Request.RawUrl!;
        Asked.Enqueue(path);
        var (status, body) = await _answer(path, Asked.Count);
        var bytes = Encoding.UTF8.GetBytes(body);
        context.Response.StatusCode = status;
        await context.Response.OutputStream.WriteAsync(bytes);
        context.Response.Close();
    }
}
