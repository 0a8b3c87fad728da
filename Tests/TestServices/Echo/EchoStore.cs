using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Echo;

/// <summary>Sets and gets numbers in a reliable dictionary.</summary>
internal sealed class EchoStore(StatefulServiceContext context) : StatefulService(context)
{
    private int _dataLosses;

    protected override Task<bool> OnDataLossAsync(RestoreContext restoreCtx, CancellationToken cancellationToken)
    {
        // Nobody may read or write until the service has had its say.
        if (Partition.ReadStatus == PartitionAccessStatus.ReconfigurationPending
            && Partition.WriteStatus == PartitionAccessStatus.ReconfigurationPending)
            _dataLosses++;
        return Task.FromResult(false);
    }

    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() =>
        [new(c => new LineListener(c, "EchoStoreEndpoint", AnswerAsync))];

    private async Task<string> AnswerAsync(string line)
    {
        if (line == "losses") return $"{_dataLosses}";
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
