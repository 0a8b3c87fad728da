using System;
using System.Collections.Generic;
using System.Fabric;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Communication.Wcf.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Words;

/// <summary>Messages by their time. Its assembly names no remoting provider: the default one is used.</summary>
internal sealed class Chat(StatefulServiceContext context) : StatefulService(context), IChat
{
    public async Task AddMessageAsync(Message message)
    {
        var messages = await MessagesAsync();
        using var transaction = StateManager.CreateTransaction();
        await messages.AddAsync(transaction, TimeProvider.System.GetUtcNow().UtcDateTime, message);
        await transaction.CommitAsync();
    }

    public async Task<IEnumerable<KeyValuePair<DateTime, Message>>> GetMessagesAsync()
    {
        var messages = await MessagesAsync();
        var all = new List<KeyValuePair<DateTime, Message>>();
        using var transaction = StateManager.CreateTransaction();
        var rows = await messages.CreateEnumerableAsync(transaction, EnumerationMode.Ordered);
        using var enumerator = rows.GetAsyncEnumerator();
        while (await enumerator.MoveNextAsync(CancellationToken.None))
            all.Add(enumerator.Current);
        return all;
    }

    public async Task ClearMessagesAsync() => await (await MessagesAsync()).ClearAsync();

    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() =>
        this.CreateServiceRemotingReplicaListeners();

    private Task<IReliableDictionary<DateTime, Message>> MessagesAsync() =>
        StateManager.GetOrAddAsync<IReliableDictionary<DateTime, Message>>("messages");
}

/// <summary>Hosts a WCF service with SOAP over http at a fixed port.</summary>
internal sealed class CalculatorHost(StatelessServiceContext context) : StatelessService(context)
{
    protected override IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() =>
    [
        new(c => new WcfCommunicationListener<ICalculator>(c, new Calculator(), new BasicHttpBinding(),
            endpointResourceName: "ServiceEndpoint")),
    ];
}

[ServiceBehavior(AddressFilterMode = AddressFilterMode.Any)]
internal sealed class Calculator : ICalculator
{
    public Task<double> Add(double n1, double n2) => Task.FromResult(n1 + n2);
}
