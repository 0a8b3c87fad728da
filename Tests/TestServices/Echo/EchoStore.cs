using System.Collections.Generic;
using System.Fabric;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Echo;

/// <summary>Sets and gets numbers in a reliable dictionary.</summary>
internal sealed class EchoStore(StatefulServiceContext context) : StatefulService(context)
{
    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() =>
        [new(c => new LineListener(c, "EchoStoreEndpoint", AnswerAsync))];

    private async Task<string> AnswerAsync(string line)
    {
        var numbers = await StateManager.GetOrAddAsync<IReliableDictionary<string, long>>("numbers");
        using var transaction = StateManager.CreateTransaction();
        switch (line.Split(' '))
        {
            case ["set", var key, var value]:
                await numbers.SetAsync(transaction, key,
                    long.Parse(value, System.Globalization.CultureInfo.InvariantCulture));
                await transaction.CommitAsync();
                return "ok";
            case ["get", var key]:
                var found = await numbers.TryGetValueAsync(transaction, key);
                return found.HasValue ? $"{found.Value}" : "none";
            default:
                return "what?";
        }
    }
}
