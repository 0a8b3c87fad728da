using System;
using System.Fabric;
using System.Fabric.Description;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

internal static class TestContexts
{
    private static readonly Guid Partition = Guid.Parse("11111111-2222-3333-4444-555555555555");

    internal static NodeContext Node { get; } = new("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1");

    internal static CodePackageActivationContext Activation { get; } = new()
    {
        ApplicationName = "fabric:/Test",
        ServiceManifestName = "StorePkg",
        Endpoints = [new EndpointResourceDescription { Name = "StoreEndpoint", Port = 7001 }],
        ConfigurationPackages = new System.Collections.Generic.Dictionary<string, ConfigurationPackage>
        {
            ["Config"] = new() { Path = "/config" },
        },
    };

    internal static StatefulServiceContext Stateful() => new(
        Node, Activation, "StoreType", new Uri("fabric:/Test/Store"), [], Partition, 7);

    internal static StatelessServiceContext Stateless() => new(
        Node, Activation, "DriverType", new Uri("fabric:/Test/Driver"), [], Partition, 8);
}
