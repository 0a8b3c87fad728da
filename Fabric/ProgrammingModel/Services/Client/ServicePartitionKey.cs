#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Services.Client;

/// <summary>Names a partition of a service by a key in it. It does not change once it is made.</summary>
public sealed class ServicePartitionKey
{
    /// <summary>The key of a singleton partition.</summary>
    public static readonly ServicePartitionKey Singleton = new();

    /// <summary>Initializes the key of a singleton partition.</summary>
    public ServicePartitionKey() => Kind = ServicePartitionKind.Singleton;

    /// <summary>Initializes a key of a service whose partitions are ranges of numbers.</summary>
    /// <param name="partitionKey">A number in the range of the partition. Any number is allowed; one that lies in no
    /// range is refused when it is resolved.</param>
    public ServicePartitionKey(long partitionKey)
    {
        Kind = ServicePartitionKind.Int64Range;
        Value = partitionKey;
    }

    /// <summary>Initializes the key of a partition that has a name.</summary>
    /// <param name="partitionKey">The name of the partition; upper and lower case differ.</param>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    public ServicePartitionKey(string partitionKey)
    {
        ArgumentNullException.ThrowIfNull(partitionKey);
        Kind = ServicePartitionKind.Named;
        Value = partitionKey;
    }

    /// <summary>Gets the kind of the partitions that the key fits.</summary>
    public ServicePartitionKind Kind { get; }

    /// <summary>
    /// Gets the key: a number (<see langword="long"/>) or a <see langword="string"/>; null for a singleton partition.
    /// </summary>
    public object Value { get; }
}
