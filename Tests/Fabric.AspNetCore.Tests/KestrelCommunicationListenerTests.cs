using System;
using System.Fabric;
using System.Fabric.Description;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.ServiceFabric.Services.Communication.AspNetCore;
using Xunit;

namespace SfPerf.Fabric.AspNetCore.Tests;

/// <summary>Web hosts as listeners, asked over real connections.</summary>
public sealed class KestrelCommunicationListenerTests
{
    private static readonly Guid Partition = Guid.Parse("11111111-2222-3333-4444-555555555555");
    private static readonly HttpClient Client = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_address_is_that_of_the_node_with_a_free_port_and_the_host_answers_there()
    {
        var listener = new KestrelCommunicationListener(Stateless(), (url, l) => Build(url, l, default));
        var address = await listener.OpenAsync(Token);
        Assert.Matches("^http://127\\.0\\.0\\.1:[1-9][0-9]*$", address);
        Assert.Equal("at  /values", await Client.GetStringAsync(address + "/values", Token));
        await listener.CloseAsync(Token);
        _ = await Assert.ThrowsAsync<HttpRequestException>(() => Client.GetAsync(address, Token));
        await listener.CloseAsync(Token);
        listener.Abort();
    }

    [Fact]
    public async Task A_unique_address_is_expected_in_front_of_each_path_and_another_one_is_gone()
    {
        var listener = new KestrelCommunicationListener(
            Stateful(), (url, l) => Build(url, l, ServiceFabricIntegrationOptions.UseUniqueServiceUrl));
        var address = await listener.OpenAsync(Token);
        Assert.StartsWith($"/{Partition}/7/", listener.UrlSuffix, StringComparison.Ordinal);
        Assert.EndsWith(listener.UrlSuffix, address, StringComparison.Ordinal);
        Assert.Equal($"at {listener.UrlSuffix} /values", await Client.GetStringAsync(address + "/values", Token));
        using var gone = await Client.GetAsync(new Uri(new Uri(address), "/values"), Token);
        Assert.Equal(HttpStatusCode.Gone, gone.StatusCode);
        await listener.CloseAsync(Token);
    }

    [Fact]
    public async Task What_is_not_found_is_marked_for_the_reverse_proxy_only()
    {
        var listener = new KestrelCommunicationListener(
            Stateless(), (url, l) => Build(url, l, ServiceFabricIntegrationOptions.UseReverseProxyIntegration));
        var address = await listener.OpenAsync(Token);
        using var missing = await Client.GetAsync(address + "/missing", Token);
        Assert.Equal(HttpStatusCode.NotFound, missing.StatusCode);
        Assert.Equal(["ResourceNotFound"], missing.Headers.GetValues("X-ServiceFabric"));
        using var found = await Client.GetAsync(address + "/values", Token);
        Assert.False(found.Headers.Contains("X-ServiceFabric"));
        listener.Abort();
    }

    [Fact]
    public async Task A_generic_host_listens_as_well()
    {
        var listener = new KestrelCommunicationListener(Stateless(), null, (url, l) => Host.CreateDefaultBuilder()
            .ConfigureLogging(logging => logging.ClearProviders())
            .ConfigureWebHostDefaults(web => web.UseUrls(url)
                .UseServiceFabricIntegration(l, ServiceFabricIntegrationOptions.UseUniqueServiceUrl).Configure(Answer))
            .Build());
        var address = await listener.OpenAsync(Token);
        Assert.EndsWith($"/{Partition}/8", address, StringComparison.Ordinal);
        Assert.Equal($"at /{Partition}/8 /x", await Client.GetStringAsync(address + "/x", Token));
        await listener.CloseAsync(Token);
    }

    [Fact]
    public async Task An_endpoint_that_the_manifest_lacks_is_named_with_those_that_it_has()
    {
        var listener = new KestrelCommunicationListener(Stateless(), "Wbe", (url, l) => Build(url, l, default));
        var error = await Assert.ThrowsAsync<InvalidOperationException>(() => listener.OpenAsync(Token));
        Assert.Equal("The service manifest has no endpoint 'Wbe'. It has: Web.", error.Message);
        _ = Assert.Throws<ArgumentException>(
            () => new KestrelCommunicationListener(Stateless(), "", (url, l) => Build(url, l, default)));
        var none = new KestrelCommunicationListener(Stateless(), (_, _) => (IWebHost)null!);
        _ = await Assert.ThrowsAsync<InvalidOperationException>(() => none.OpenAsync(Token));
    }

    [Fact]
    public async Task An_endpoint_gives_protocol_and_port()
    {
        var seen = "";
        var listener = new KestrelCommunicationListener(Stateless(), "Web", (url, _) =>
        {
            seen = url;
            return (IWebHost)null!;
        });
        _ = await Assert.ThrowsAsync<InvalidOperationException>(() => listener.OpenAsync(Token));
        Assert.Equal("https://127.0.0.1:8443", seen);
    }

    private static IWebHost Build(
        string url, AspNetCoreCommunicationListener listener, ServiceFabricIntegrationOptions options) =>
        new WebHostBuilder().UseKestrel().UseUrls(url).UseServiceFabricIntegration(listener, options)
            .UseServiceFabricIntegration(listener, options).Configure(Answer).Build();

    private static void Answer(IApplicationBuilder app) => app.Run(context =>
    {
        if (context.Request.Path.StartsWithSegments("/missing", StringComparison.Ordinal))
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return Task.CompletedTask;
        }
        return context.Response.WriteAsync($"at {context.Request.PathBase} {context.Request.Path}");
    });

    private static NodeContext Node { get; } = new("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1");

    private static CodePackageActivationContext Activation { get; } = new()
    {
        ApplicationName = "fabric:/Test",
        ServiceManifestName = "WebPkg",
        Endpoints = [new() { Name = "Web", Port = 8443, Protocol = EndpointProtocol.Https }],
        ServiceListenAddress = "127.0.0.1",
        ServicePublishAddress = "127.0.0.1",
    };

    private static StatefulServiceContext Stateful() =>
        new(Node, Activation, "StoreType", new Uri("fabric:/Test/Store"), [], Partition, 7);

    private static StatelessServiceContext Stateless() =>
        new(Node, Activation, "WebType", new Uri("fabric:/Test/Web"), [], Partition, 8);
}
