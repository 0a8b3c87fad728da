using System.Text.Json;
using Microsoft.ServiceFabric.Services.Communication;

namespace SfPerf.Fabric.Abstractions.Tests.Gateway;

/// <summary>Bodies as docs/formats/gateway.md gives them.</summary>
internal static class Answers
{
    internal const string Partition = """
        {"id":"11111111-2222-3333-4444-555555555555","kind":"Int64Range","lowKey":"-9223372036854775808",
         "highKey":"9223372036854775807","name":null,"status":"Ready","health":"Warning","targetReplicaSetSize":3,
         "minReplicaSetSize":2,"instanceCount":0,"stateful":true,"somethingNew":1}
        """;

    internal const string Stateless = """
        {"id":"66666666-2222-3333-4444-555555555555","kind":"Singleton","lowKey":null,"highKey":null,"name":null,
         "status":"NotReady","health":"Ok","targetReplicaSetSize":0,"minReplicaSetSize":0,"instanceCount":-1,
         "stateful":false}
        """;

    internal static (int Status, string Body) Resolved(long version, string? primary, string? secondary = null)
    {
        var endpoints = Endpoint("StatefulPrimary", primary);
        if (secondary is not null)
            endpoints += "," + Endpoint("StatefulSecondary", secondary);
        return (200, $$"""
            {"service":"fabric:/Test/Store","partition":{{Partition}},"version":{{version}},"endpoints":[{{endpoints}}]}
            """);
    }

    internal static (int Status, string Body) Error(int status, string code) =>
        (status, $$$"""{"error":{"code":"{{{code}}}","message":"What went wrong."}}""");

    private static string Endpoint(string role, string? address) =>
        $$"""{"role":"{{role}}","address":{{Address(address)}},"replicaId":"1","node":"_Node_0"}""";

    private static string Address(string? address) => JsonSerializer.Serialize(
        address is null ? "" : new ServiceEndpointCollection("", address).ToString());
}
