using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.WebSockets;
using System.ServiceModel;
using System.Text;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Communication.Wcf.Client;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using SfPerf.TestKit;
using SfPerf.Tests.Words;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>Services in the shape of Service Fabric's older samples, as their clients use them.</summary>
[Collection(nameof(DefaultResolverCollection))]
public sealed class WordsTests : IDisposable
{
    private const string Application = "fabric:/Words";
    private readonly string _package = Directory.CreateTempSubdirectory("sfperf-words-").FullName;
    private readonly HttpClient _client = new();

    public void Dispose()
    {
        _client.Dispose();
        Directory.Delete(_package, recursive: true);
    }

    [Fact]
    public async Task The_services_of_the_older_samples_serve_their_clients_also_after_a_primary_died()
    {
        var (web, store, calculator) =
            (ListeningPorts.FindFree(), ListeningPorts.FindFree(), ListeningPorts.FindFree());
        RunningCluster.CopyPackage("WordsPackage", _package, (8081, web), (8089, store), (1267, calculator));
        await using var cluster = await RunningCluster.StartAsync(
            null, "--nodes", "5", "--package", _package, "--application", Application);
        Assert.True((string?)cluster.Line["event"] == "ready", $"{cluster.Line} {cluster.ErrorText}");
        ServicePartitionResolver.SetDefault(new ServicePartitionResolver((string)cluster.Line["clientEndpoint"]!));

        await WordsAsync(cluster, web);
        await ChatAsync();
        await CalculatorAsync();
        await ActorsAsync();
    }

    // A word of each letter goes to a partition of its own; all partitions listen at one port of their node.
    private async Task WordsAsync(RunningCluster cluster, int port)
    {
        var url = $"http://127.0.0.1:{port}/words/";
        for (var letter = 'a'; letter <= 'z'; letter++)
            Assert.Equal($"{letter}x", await GetAsync($"{url}?word={letter}x"));
        await Eventually.HoldsAsync(async () => await GetAsync(url) == "26");

        // As a browser finds the second listener of the service: by its name.
        var found = await cluster.GetAsync("/Services/Words/Words.Web/$/ResolvePartition?kind=Singleton");
        var listeners = JsonNode.Parse((string)found["endpoints"]![0]!["address"]!)!["Endpoints"]!;
        Assert.EndsWith("/words/", (string)listeners["httpListener"]!, StringComparison.Ordinal);
        var push = ((string)listeners["webSocketListener"]!).Replace("http:", "ws:", StringComparison.Ordinal);
        using var socket = new ClientWebSocket();
        await socket.ConnectAsync(new Uri(push), CancellationToken.None).WaitAsync(RunningCluster.Limit);
        Assert.Equal("26", await PushedAsync(socket));

        var killed = await cluster.PostAsync(
            "/Cluster/Kill", new JsonObject { ["primary"] = $"{Application}/Words.Store" });
        Assert.Null(killed["error"]);
        Assert.Equal("again", await GetAsync($"{url}?word=again"));
        // Twice, if the primary died between its commit and its answer: the client cannot know, and asks again.
        await Eventually.HoldsAsync(async () => await PushedAsync(socket) is "27" or "28");
        socket.Abort();
    }

    private static async Task ChatAsync()
    {
        var chat = ServiceProxy.Create<IChat>(new Uri($"{Application}/Chat"), new ServicePartitionKey(0));
        foreach (var text in new[] { "one", "two", "three" })
            await chat.AddMessageAsync(new Message { Name = "me", MessageText = text });
        Assert.Equal(["one", "two", "three"], (await chat.GetMessagesAsync()).Select(m => m.Value.MessageText));
        await chat.ClearMessagesAsync();
        Assert.Empty(await chat.GetMessagesAsync());
    }

    private static async Task CalculatorAsync()
    {
        var client = new CalculatorClient(new Uri($"{Application}/Calculator"));
        Assert.Equal(5, await client.Add(2, 3).WaitAsync(RunningCluster.Limit));
    }

    private static async Task ActorsAsync()
    {
        var visual = ActorProxy.Create<IVisualObject>(
            new ActorId("app-Actor-1"), new Uri($"{Application}/Words.VisualService"));
        var first = await visual.GetStateAsJsonAsync();
        await Eventually.HoldsAsync(async () => await visual.GetStateAsJsonAsync() != first);

        var box = ActorProxy.Create<IVoicemailBox>(new ActorId(7), new Uri($"{Application}/Voicemail"));
        Assert.Equal("Leave a message.", await box.GetGreetingAsync());
        await box.LeaveMessageAsync("hello");
        var message = Assert.Single(await box.GetMessagesAsync());
        Assert.Equal("hello", message.Message);
        await box.DeleteMessageAsync(message.Id);
        Assert.Empty(await box.GetMessagesAsync());
    }

    private static async Task<string> PushedAsync(ClientWebSocket socket)
    {
        var buffer = new byte[64];
        var result = await socket.ReceiveAsync(buffer, CancellationToken.None).WaitAsync(RunningCluster.Limit);
        return Encoding.UTF8.GetString(buffer, 0, result.Count);
    }

    private Task<string> GetAsync(string url) => _client.GetStringAsync(url).WaitAsync(RunningCluster.Limit);

    /// <summary>Calls the calculator over SOAP, as the sample's client does.</summary>
    private sealed class CalculatorClient(Uri service) : ServicePartitionClient<WcfCommunicationClient<ICalculator>>(
        new WcfCommunicationClientFactory<ICalculator>(clientBinding: new BasicHttpBinding()), service,
        ServicePartitionKey.Singleton), ICalculator
    {
#pragma warning disable CS0618 // The sample calls it.
        public Task<double> Add(double n1, double n2) => InvokeWithRetry(c => c.Channel.Add(n1, n2));
#pragma warning restore CS0618
    }
}
