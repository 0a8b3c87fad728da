using System.Text.Json.Serialization;
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
[JsonSerializable(typeof(PartitionView))]
[JsonSerializable(typeof(ReplicasView))]
[JsonSerializable(typeof(ResolvedView))]
[JsonSerializable(typeof(ClusterView))]
[JsonSerializable(typeof(ClusterEventsView))]
[JsonSerializable(typeof(ApplicationView[]))]
[JsonSerializable(typeof(KillRequest))]
[JsonSerializable(typeof(KillAnswer))]
[JsonSerializable(typeof(MoveRequest))]
[JsonSerializable(typeof(MoveAnswer))]
[JsonSerializable(typeof(RecoverAnswer))]
[JsonSerializable(typeof(ResetAnswer))]
[JsonSerializable(typeof(StopAnswer))]
[JsonSerializable(typeof(DeployRequest))]
[JsonSerializable(typeof(DeployAnswer))]
[JsonSerializable(typeof(RemoveRequest))]
[JsonSerializable(typeof(ServiceRequest))]
[JsonSerializable(typeof(ServiceName))]
[JsonSerializable(typeof(ServiceAnswer))]
[JsonSerializable(typeof(RemoveAnswer))]
internal sealed partial class GatewayJson : JsonSerializerContext;
