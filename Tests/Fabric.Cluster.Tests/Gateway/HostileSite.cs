using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>A web server on another loopback port: gives one page, and takes what the page reports.</summary>
internal sealed class HostileSite : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly TaskCompletionSource<string> _report = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<Task> _connections = [];
    private readonly string _page;
    private readonly Task _loop;

    internal HostileSite(string page)
    {
        _page = page;
        _listener.Start();
        _loop = AcceptAsync();
    }

    internal string Address => $"http://{_listener.LocalEndpoint}/";

    /// <summary>Gets what the page sent to /report.</summary>
    internal Task<string> Report => _report.Task;

    public async ValueTask DisposeAsync()
    {
        _listener.Stop();
        await _loop;
        await Task.WhenAll(_connections);
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _connections.Add(ServeAsync(await _listener.AcceptTcpClientAsync()));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Stopped.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
        using (var reader = new StreamReader(client.GetStream(), Encoding.Latin1))
        {
            try
            {
                var target = (await reader.ReadLineAsync())?.Split(' ')[1] ?? "";
                while (await reader.ReadLineAsync() is { Length: > 0 })
                {
                    // The headers do not matter.
                }
                const string Question = "/report?";
                if (target.StartsWith(Question, StringComparison.Ordinal))
                    _ = _report.TrySetResult(Uri.UnescapeDataString(target[Question.Length..]));
                var body = Encoding.UTF8.GetBytes(target == "/" ? _page : "");
                var head = $"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {body.Length}\r\n"
                    + "Connection: close\r\n\r\n";
                await client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(head));
                await client.GetStream().WriteAsync(body);
            }
            catch (IOException)
            {
                // The browser opens connections that it does not use.
            }
        }
    }
}
