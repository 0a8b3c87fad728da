using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging;

namespace SfPerf.Fabric.Abstractions.Tests.Gateway;

/// <summary>A real HTTP server on loopback that answers what a test says, and keeps what it was asked.</summary>
internal sealed class GatewayServer : IAsyncDisposable
{
    /// <summary>A loopback address where nobody listens: ports below 1024 are not given out by the system.</summary>
    internal const string NobodyThere = "127.0.0.1:1";

    private readonly WebApplication _server;

    private GatewayServer(Func<string, int, Task<(int Status, string Body)>> answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _server = builder.Build();
        _server.Run(async context =>
        {
            var path = context.Features.Get<IHttpRequestFeature>()!.RawTarget;
            Asked.Enqueue(path);
            var (status, body) = await answer(path, Asked.Count);
            context.Response.StatusCode = status;
            await context.Response.WriteAsync(body);
        });
    }

    internal string Endpoint => new Uri(_server.Urls.Single()).Authority;

    internal ConcurrentQueue<string> Asked { get; } = new();

    /// <param name="answer">Gets the request's target and its number, from 1.</param>
    internal static Task<GatewayServer> StartAsync(Func<string, int, (int Status, string Body)> answer) =>
        StartAsync((path, n) => Task.FromResult(answer(path, n)));

    internal static async Task<GatewayServer> StartAsync(Func<string, int, Task<(int Status, string Body)>> answer)
    {
        var server = new GatewayServer(answer);
        await server._server.StartAsync();
        return server;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
