using System.Text.Json.Serialization;

namespace SfPerf.Fabric.Cluster.Configuration;

/// <summary>Serializes the journal's records without reflection: a manager must start quickly.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ConfigurationRecord))]
internal sealed partial class ConfigurationJson : JsonSerializerContext;
