using System.Text.Json.Serialization;
using SfPerf.Fabric.Cluster.Manifests;

namespace SfPerf.Fabric.Cluster.Control;

/// <summary>Serializes control messages without reflection: every process of the cluster must start quickly.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, UseStringEnumConverter = true,
    AllowOutOfOrderMetadataProperties = true)]
[JsonSerializable(typeof(ControlMessage))]
[JsonSerializable(typeof(ApplicationDefinition))]
internal sealed partial class ControlJson : JsonSerializerContext;
