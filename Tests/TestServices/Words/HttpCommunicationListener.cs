using System;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace SfPerf.Tests.Words;

/// <summary>Listens with HttpListener, where replicas of one process share a port by the paths of their addresses.
/// </summary>
internal sealed class HttpCommunicationListener(
    string prefix, string published, Func<HttpListenerContext, CancellationToken, Task> process)
    : ICommunicationListener, IDisposable
{
    private readonly HttpListener _listener = new();
    private readonly CancellationTokenSource _end = new();

    public Task<string> OpenAsync(CancellationToken cancellationToken)
    {
        _listener.Prefixes.Add(prefix);
        _listener.Start();
        _ = ServeAsync();
        return Task.FromResult(published);
    }

    public Task CloseAsync(CancellationToken cancellationToken)
    {
        _end.Cancel();
        _listener.Close();
        return Task.CompletedTask;
    }

    public void Abort()
    {
        _end.Cancel();
        _listener.Abort();
    }

    public void Dispose()
    {
        Abort();
        _end.Dispose();
    }

    private async Task ServeAsync()
    {
        while (!_end.IsCancellationRequested)
        {
            try
            {
                _ = process(await _listener.GetContextAsync(), _end.Token);
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
            {
                return;
            }
        }
    }
}
