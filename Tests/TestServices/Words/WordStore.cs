using System;
using System.Collections.Generic;
using System.Fabric;
using System.Globalization;
using System.Net;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Words;

/// <summary>
/// Counts words: a request enqueues one, RunAsync takes them out and counts. All partitions listen at one port that
/// the manifest fixes, each replica at a path of its own.
/// </summary>
internal sealed class WordStore(StatefulServiceContext context) : StatefulService(context)
{
    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() =>
        [new(CreateInternalListener)];

    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        var queue = await StateManager.GetOrAddAsync<IReliableQueue<string>>("inputQueue");
        var counts = await StateManager.GetOrAddAsync<IReliableDictionary<string, long>>("wordCountDictionary");
        var stats = await StateManager.GetOrAddAsync<IReliableDictionary<string, long>>("statsDictionary");
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            using (var transaction = StateManager.CreateTransaction())
            {
                var word = await queue.TryDequeueAsync(transaction);
                if (word.HasValue)
                {
                    await counts.AddOrUpdateAsync(transaction, word.Value, 1, (_, count) => count + 1);
                    await stats.AddOrUpdateAsync(transaction, "Processed", 1, (_, count) => count + 1);
                    _ = await queue.GetCountAsync(transaction);
                    await transaction.CommitAsync();
                }
            }
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, cancellationToken);
        }
    }

    private HttpCommunicationListener CreateInternalListener(StatefulServiceContext context)
    {
        var endpoint = context.CodePackageActivationContext.GetEndpoint("StoreEndpoint");
        var prefix = string.Format(CultureInfo.InvariantCulture, "{0}://+:{1}/{2}/{3}-{4}/", endpoint.Protocol,
            endpoint.Port, context.PartitionId, context.ReplicaOrInstanceId, Guid.NewGuid());
        return new(prefix, prefix.Replace("+", FabricRuntime.GetNodeContext().IPAddressOrFQDN), ProcessAsync);
    }

    private async Task ProcessAsync(HttpListenerContext http, CancellationToken token)
    {
        string answer;
        try
        {
            answer = http.Request.HttpMethod == "PUT"
                ? await EnqueueAsync(http.Request.QueryString["word"]!) : await ProcessedAsync();
        }
        catch (FabricException e)
        {
            http.Response.StatusCode = (int)HttpStatusCode.InternalServerError;
            answer = e.Message;
        }
        using var response = http.Response;
        await response.OutputStream.WriteAsync(Encoding.UTF8.GetBytes(answer), token);
    }

    private async Task<string> EnqueueAsync(string word)
    {
        var queue = await StateManager.GetOrAddAsync<IReliableQueue<string>>("inputQueue");
        using var transaction = StateManager.CreateTransaction();
        await queue.EnqueueAsync(transaction, word);
        await transaction.CommitAsync();
        return word;
    }

    private async Task<string> ProcessedAsync()
    {
        var stats = await StateManager.TryGetAsync<IReliableDictionary<string, long>>("statsDictionary");
        if (!stats.HasValue)
            return "0";
        using var transaction = StateManager.CreateTransaction();
        var processed = await stats.Value.TryGetValueAsync(transaction, "Processed");
        return processed.HasValue ? processed.Value.ToString(CultureInfo.InvariantCulture) : "0";
    }
}
