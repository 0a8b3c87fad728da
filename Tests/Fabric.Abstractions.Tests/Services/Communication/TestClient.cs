using System.Fabric;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Communication;

internal sealed class TestClient(string address) : ICommunicationClient
{
    internal string Address { get; } = address;

    internal bool Aborted { get; set; }

    internal bool Valid { get; set; } = true;

    public ResolvedServicePartition ResolvedServicePartition { get; set; } = null!;

    public string ListenerName { get; set; } = "";

    public ResolvedServiceEndpoint Endpoint { get; set; } = null!;
}
