#nullable disable

using System.Collections.Generic;

namespace System.Fabric;

/// <summary>
/// Describes where the replicas or instances of a partition listen, as the cluster knew it when it answered. It is not
/// kept up to date: when an address fails, resolve the partition again and pass this object along.
/// </summary>
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

    /// <summary>Gets the full name of the service.</summary>
    public Uri ServiceName { get; internal set; }

    /// <summary>Gets the id and the key of the partition.</summary>
    public ServicePartitionInformation Info { get; internal set; }

    /// <summary>Gets the replicas or instances that are ready, the primary first. There is at least one.</summary>
    public ICollection<ResolvedServiceEndpoint> Endpoints { get; internal set; }

    /// <summary>Gets the version of the partition's addresses as the naming service counts it.</summary>
    internal long Version { get; }

    /// <summary>Gets the primary's endpoint, or any one of a stateless service.</summary>
    /// <returns>The endpoint.</returns>
    /// <exception cref="FabricException">The partition had no primary (<c>ServiceOffline</c>). Resolve it
    /// again.</exception>
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

    /// <summary>Compares the age of two answers about the same partition.</summary>
    /// <param name="other">The other answer.</param>
    /// <returns>
    /// Above zero if this one is newer, below zero if it is older, zero if the addresses are the same.
    /// </returns>
    /// <exception cref="ArgumentException">The other one is about another partition.</exception>
    /// <exception cref="ArgumentNullException">The other one is null.</exception>
    public int CompareVersion(ResolvedServicePartition other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (Info.Id != other.Info.Id)
            throw new ArgumentException($"Partition {other.Info.Id} is not {Info.Id}.", nameof(other));
        return Version.CompareTo(other.Version);
    }
}

/// <summary>A replica or instance, and where it listens.</summary>
public sealed class ResolvedServiceEndpoint
{
    internal ResolvedServiceEndpoint()
    {
    }

    /// <summary>Gets whether it is a primary, a secondary or an instance.</summary>
    public ServiceEndpointRole Role { get; internal set; }

    /// <summary>
    /// Gets what the replica or instance has published: the addresses of its listeners by name, in the form of
    /// <c>ServiceEndpointCollection</c>. A secondary without listeners has an empty address, or one without entries.
    /// </summary>
    public string Address { get; internal set; }
}

/// <summary>Says what listens at an endpoint.</summary>
public enum ServiceEndpointRole
{
    /// <summary>No role.</summary>
    Invalid = 0,
    /// <summary>An instance of a stateless service.</summary>
    Stateless = 1,
    /// <summary>The primary of a stateful service.</summary>
    StatefulPrimary = 2,
    /// <summary>An active secondary of a stateful service.</summary>
    StatefulSecondary = 3,
}
