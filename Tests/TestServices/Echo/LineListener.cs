using System;
using System.Fabric;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace SfPerf.Tests.Echo;

/// <summary>Answers each line of text with a line of text.</summary>
internal sealed class LineListener(ServiceContext context, string endpoint, Func<string, Task<string>> answer)
    : ICommunicationListener
{
    private TcpListener? _listener;

    public Task<string> OpenAsync(CancellationToken cancellationToken)
    {
        // Replicas of one process share the endpoint's port; the first gets it, others take a free one.
        var port = context.CodePackageActivationContext.GetEndpoint(endpoint).Port;
        _listener = Listen(port) ?? Listen(0)!;
        _ = AcceptAsync(_listener);
        return Task.FromResult($"{IPAddress.Loopback}:{((IPEndPoint)_listener.LocalEndpoint).Port}");
    }

    public Task CloseAsync(CancellationToken cancellationToken)
    {
        Abort();
        return Task.CompletedTask;
    }

    public void Abort() => _listener?.Dispose();

    private static TcpListener? Listen(int port)
    {
        var listener = new TcpListener(IPAddress.Loopback, port);
        try
        {
            listener.Start();
            return listener;
        }
        catch (SocketException) when (port != 0)
        {
            listener.Dispose();
            return null;
        }
    }

    private async Task AcceptAsync(TcpListener listener)
    {
        try
        {
            while (true)
                _ = ServeAsync(await listener.AcceptTcpClientAsync());
        }
        catch (Exception e) when (e is ObjectDisposedException or SocketException)
        {
            // Closed.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var owned = client;
        using var reader = new StreamReader(client.GetStream());
        await using var writer = new StreamWriter(client.GetStream()) { AutoFlush = true, NewLine = "\n" };
        try
        {
            while (await reader.ReadLineAsync() is { } line)
                await writer.WriteLineAsync(await SafeAsync(line));
        }
        catch (IOException)
        {
            // The caller has left.
        }
    }

    private async Task<string> SafeAsync(string line)
    {
        try
        {
            return await answer(line);
        }
        catch (Exception e)
        {
            return $"error {e.GetType().Name}: {e.Message}";
        }
    }
}
