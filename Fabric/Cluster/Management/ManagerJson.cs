using System.Text.Json.Serialization;
using SfPerf.Fabric.Cluster.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Serializes the manager's own file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(ManagerState))]
[JsonSerializable(typeof(ApplicationDefinition))]
internal sealed partial class ManagerJson : JsonSerializerContext;
