#nullable disable

using System.Collections.Generic;

namespace System.Fabric;

public sealed class ResolvedServicePartition
{
    // Test libraries make one so and set its properties.
    internal ResolvedServicePartition()
    {
    }

    internal ResolvedServicePartition(
        Uri serviceName, ServicePartitionInformation info, ICollection<ResolvedServiceEndpoint> endpoints, long version)
    {
        ServiceName = serviceName;
        Info = info;
        Endpoints = endpoints;
        Version = version;
    }

    public Uri ServiceName { get; internal set; }

    public ServicePartitionInformation Info { get; internal set; }

    public ICollection<ResolvedServiceEndpoint> Endpoints { get; internal set; }

    /// <summary>Gets the version of the partition's addresses as the naming service counts it.</summary>
    internal long Version { get; }

    /// <summary>Gets the primary's endpoint, or any one of a stateless service.</summary>
    public ResolvedServiceEndpoint GetEndpoint()
    {
        foreach (var endpoint in Endpoints)
        {
            if (endpoint.Role is ServiceEndpointRole.StatefulPrimary or ServiceEndpointRole.Stateless)
                return endpoint;
        }

        throw new FabricException(
            $"Service {ServiceName} partition {Info?.Id} has no primary at present.", FabricErrorCode.ServiceOffline);
    }

    public int CompareVersion(ResolvedServicePartition other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (Info.Id != other.Info.Id)
            throw new ArgumentException($"Partition {other.Info.Id} is not {Info.Id}.", nameof(other));
        return Version.CompareTo(other.Version);
    }
}

public sealed class ResolvedServiceEndpoint
{
    internal ResolvedServiceEndpoint()
    {
    }

    public ServiceEndpointRole Role { get; internal set; }

    public string Address { get; internal set; }
}

public enum ServiceEndpointRole
{
    Invalid = 0,
    Stateless = 1,
    StatefulPrimary = 2,
    StatefulSecondary = 3,
}
