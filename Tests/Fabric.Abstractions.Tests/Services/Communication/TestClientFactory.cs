using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Communication;

internal sealed class TestClientFactory(IServicePartitionResolver resolver, params IExceptionHandler[] handlers)
    : CommunicationClientFactoryBase<TestClient>(resolver, handlers)
{
    internal List<TestClient> Created { get; } = [];

    /// <summary>Gets the addresses nobody listens at.</summary>
    internal HashSet<string> Dead { get; } = [];

    protected override Task<TestClient> CreateClientAsync(string endpoint, CancellationToken cancellationToken)
    {
        if (Dead.Contains(endpoint))
            throw new FabricNotPrimaryException();
        var client = new TestClient(endpoint);
        Created.Add(client);
        return Task.FromResult(client);
    }

    protected override bool ValidateClient(TestClient client) => client is { Valid: true, Aborted: false };

    protected override bool ValidateClient(string endpoint, TestClient client) =>
        ValidateClient(client) && client.Address == endpoint;

    protected override void AbortClient(TestClient client) => client.Aborted = true;
}
