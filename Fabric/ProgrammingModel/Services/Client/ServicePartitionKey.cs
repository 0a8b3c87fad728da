#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Services.Client;

public sealed class ServicePartitionKey
{
    public static readonly ServicePartitionKey Singleton = new();

    public ServicePartitionKey() => Kind = ServicePartitionKind.Singleton;

    public ServicePartitionKey(long partitionKey)
    {
        Kind = ServicePartitionKind.Int64Range;
        Value = partitionKey;
    }

    public ServicePartitionKey(string partitionKey)
    {
        ArgumentNullException.ThrowIfNull(partitionKey);
        Kind = ServicePartitionKind.Named;
        Value = partitionKey;
    }

    public ServicePartitionKind Kind { get; }

    public object Value { get; }
}
