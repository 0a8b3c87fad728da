using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Communication;

internal sealed class TestClientFactory(IServicePartitionResolver resolver, params IExceptionHandler[] handlers)
    : CommunicationClientFactoryBase<TestClient>(resolver, handlers)
{
    internal List<TestClient> Created { get; } = [];

    protected override Task<TestClient> CreateClientAsync(string endpoint, CancellationToken cancellationToken)
    {
        var client = new TestClient(endpoint);
        Created.Add(client);
        return Task.FromResult(client);
    }

    protected override bool ValidateClient(TestClient client) => client is { Valid: true, Aborted: false };

    protected override bool ValidateClient(string endpoint, TestClient client) =>
        ValidateClient(client) && client.Address == endpoint;

    protected override void AbortClient(TestClient client) => client.Aborted = true;
}
