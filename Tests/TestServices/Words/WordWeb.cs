using System;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Description;
using System.Globalization;
using System.Net;
using System.Net.Http;
using System.Net.WebSockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Words;

/// <summary>
/// The front of the words: two listeners of one endpoint, the second of which pushes the total over a WebSocket. Calls
/// the store through a client factory of its own.
/// </summary>
internal sealed class WordWeb : StatelessService
{
    private static readonly FabricClient Cluster = new();

    private readonly HttpClientFactory _clients = new(new ServicePartitionResolver(() => Cluster));
    private readonly Uri _store;

    public WordWeb(StatelessServiceContext context)
        : base(context)
    {
        var section = context.CodePackageActivationContext.GetConfigurationPackageObject("Config")
            .Settings.Sections["WebSettings"];
        _store = new Uri(FabricRuntime.GetActivationContext().ApplicationName + "/"
            + section.Parameters["StoreName"].Value);
    }

    protected override IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() =>
    [
        new(context => Listener(context, "words/", ProcessAsync), "httpListener"),
        new(context => Listener(context, "words/data/", PushAsync), "webSocketListener"),
    ];

    private static HttpCommunicationListener Listener(StatelessServiceContext context, string path,
        Func<HttpListenerContext, CancellationToken, Task> process)
    {
        EndpointResourceDescription endpoint =
            context.CodePackageActivationContext.GetEndpoint("WebEndpoint");
        var prefix = string.Create(CultureInfo.InvariantCulture, $"http://+:{endpoint.Port}/{path}");
        return new(prefix, prefix.Replace("+", FabricRuntime.GetNodeContext().IPAddressOrFQDN), process);
    }

    private async Task ProcessAsync(HttpListenerContext http, CancellationToken token)
    {
        string answer;
        try
        {
            answer = http.Request.QueryString["word"] is { } word
                ? await AddAsync(word, token) : $"{await TotalAsync(token)}";
        }
        catch (Exception e)
        {
            http.Response.StatusCode = (int)HttpStatusCode.InternalServerError;
            answer = e.ToString();
        }
        using var response = http.Response;
        await response.OutputStream.WriteAsync(Encoding.UTF8.GetBytes(answer), token);
    }

    private async Task PushAsync(HttpListenerContext http, CancellationToken token)
    {
        using var socket = (await http.AcceptWebSocketAsync(null)).WebSocket;
        while (socket.State == WebSocketState.Open)
        {
            await socket.SendAsync(Encoding.UTF8.GetBytes($"{await TotalAsync(token)}"), WebSocketMessageType.Text,
                endOfMessage: true, token);
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, token);
        }
    }

    private async Task<string> AddAsync(string word, CancellationToken token)
    {
        var key = char.ToUpperInvariant(word[0]) - 'A' + 1;
        var client = new ServicePartitionClient<HttpClientOfStore>(_clients, _store, new ServicePartitionKey(key));
        return await client.InvokeWithRetryAsync(
            async c =>
            {
                using var answer = await c.HttpClient.PutAsync(
                    $"{c.Url}?word={word}", new StringContent(""), token);
                answer.EnsureSuccessStatusCode();
                return await answer.Content.ReadAsStringAsync(token);
            },
            token);
    }

    private async Task<long> TotalAsync(CancellationToken token)
    {
        var total = 0L;
        foreach (var partition in await Cluster.QueryManager.GetPartitionListAsync(_store))
        {
            var low = ((Int64RangePartitionInformation)partition.PartitionInformation).LowKey;
            var client = new ServicePartitionClient<HttpClientOfStore>(
                _clients, _store, new ServicePartitionKey(low));
            total += await client.InvokeWithRetryAsync(
                async c => long.Parse(await c.HttpClient.GetStringAsync(c.Url, token), CultureInfo.InvariantCulture),
                token);
        }
        return total;
    }
}

/// <summary>A client of one replica's address. HTTP keeps no connection that could be judged.</summary>
internal sealed class HttpClientOfStore(HttpClient client, string address) : ICommunicationClient
{
    public HttpClient HttpClient => client;

    public Uri Url { get; } = new(address);

    ResolvedServiceEndpoint ICommunicationClient.Endpoint { get; set; } = null!;

    string ICommunicationClient.ListenerName { get; set; } = null!;

    ResolvedServicePartition ICommunicationClient.ResolvedServicePartition { get; set; } = null!;
}

internal sealed class HttpClientFactory(IServicePartitionResolver resolver)
    : CommunicationClientFactoryBase<HttpClientOfStore>(resolver, [new HttpExceptionHandler()])
{
    private static readonly HttpClient Http = new();

    protected override void AbortClient(HttpClientOfStore client)
    {
    }

    protected override Task<HttpClientOfStore> CreateClientAsync(
        string endpoint, CancellationToken cancellationToken) =>
        Task.FromResult(new HttpClientOfStore(Http, endpoint));

    protected override bool ValidateClient(HttpClientOfStore client) => true;

    protected override bool ValidateClient(string endpoint, HttpClientOfStore client) => true;
}

/// <summary>A failed request is tried again at the address that the partition has then.</summary>
internal sealed class HttpExceptionHandler : IExceptionHandler
{
    public bool TryHandleException(ExceptionInformation exceptionInformation, OperationRetrySettings retrySettings,
        out ExceptionHandlingResult? result)
    {
        result = exceptionInformation.Exception is HttpRequestException or TimeoutException
            ? new ExceptionHandlingRetryResult(exceptionInformation.Exception, isTransient: false, retrySettings,
                retrySettings.DefaultMaxRetryCountForNonTransientErrors)
            : null;
        return result is not null;
    }
}
