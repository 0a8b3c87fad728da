using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using SfPerf.Fabric.Cluster.Failover;

namespace SfPerf.Fabric.Cluster.Configuration;

/// <summary>
/// The one thing that the control plane must get right: a durable, linearizable register per partition, changed by
/// compare-and-set only.
/// </summary>
internal interface IConfigurationStore : IDisposable
{
    /// <summary>Gets every stored configuration.</summary>
    IReadOnlyCollection<PartitionConfiguration> ReadAll();

    /// <summary>
    /// Replaces the configuration whose version is one less. When the method returns true, the record is on disk.
    /// </summary>
    /// <returns>
    /// False if another version is stored: somebody else has changed it, and this caller must read it anew.
    /// </returns>
    bool TryReplace(PartitionConfiguration next);

    /// <summary>Removes a partition for good.</summary>
    void Remove(Guid partitionId);
}

/// <summary>Represents one record of the journal: a configuration, or the id of a partition that was removed.</summary>
internal sealed record ConfigurationRecord
{
    public PartitionConfiguration? Configuration { get; init; }

    public Guid Removed { get; init; }
}

/// <summary>Serializes the journal's records without reflection: a manager must start quickly.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ConfigurationRecord))]
internal sealed partial class ConfigurationJson : JsonSerializerContext;
