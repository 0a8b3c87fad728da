using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using SfPerf.Fabric.Cluster.Management.Views;

namespace SfPerf.DevCluster.Gateway;

/// <summary>The gateway's JSON, without reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(ReadyLine))]
[JsonSerializable(typeof(ErrorLine))]
[JsonSerializable(typeof(ErrorBody))]
[JsonSerializable(typeof(NodeView[]))]
[JsonSerializable(typeof(ServiceView[]))]
[JsonSerializable(typeof(PartitionView[]))]
[JsonSerializable(typeof(ResolvedView))]
[JsonSerializable(typeof(ClusterView))]
[JsonSerializable(typeof(ApplicationView[]))]
[JsonSerializable(typeof(KillRequest))]
[JsonSerializable(typeof(KillAnswer))]
[JsonSerializable(typeof(MoveRequest))]
[JsonSerializable(typeof(MoveAnswer))]
[JsonSerializable(typeof(ResetAnswer))]
[JsonSerializable(typeof(StopAnswer))]
[JsonSerializable(typeof(DeployRequest))]
[JsonSerializable(typeof(DeployAnswer))]
internal sealed partial class GatewayJson : JsonSerializerContext
{
    // For terminals and logs: addresses hold quotes and plus signs, which need no escaping outside HTML.
    internal static GatewayJson Plain { get; } = new(new JsonSerializerOptions(Default.Options)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    });

    internal static string Write<T>(T value) => JsonSerializer.Serialize(value, (JsonTypeInfo<T>)Plain.GetTypeInfo(typeof(T))!);
}
