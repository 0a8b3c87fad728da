#nullable disable

using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;

namespace System.Fabric;

/// <summary>Names a partition of a service, or any of them.</summary>
[Serializable]
public class PartitionSelector
{
    private readonly string _what;
    private readonly Func<ServicePartitionInformation, bool> _matches; // null: any

    private PartitionSelector(Uri serviceName, string what, Func<ServicePartitionInformation, bool> matches)
    {
        ArgumentNullException.ThrowIfNull(serviceName);
        (ServiceName, _what, _matches) = (serviceName, what, matches);
    }

    internal Uri ServiceName { get; }

    public static PartitionSelector RandomOf(Uri serviceName) => new(serviceName, "any partition", null);

    public static PartitionSelector SingletonOf(Uri serviceName) =>
        new(serviceName, "the singleton partition", static p => p is SingletonPartitionInformation);

    public static PartitionSelector PartitionKeyOf(Uri serviceName, string partitionName)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(partitionName);
        return new(serviceName, $"partition '{partitionName}'",
            p => p is NamedPartitionInformation named && named.Name == partitionName);
    }

    public static PartitionSelector PartitionKeyOf(Uri serviceName, long partitionKey) => new(serviceName,
        string.Create(CultureInfo.InvariantCulture, $"the partition with the key {partitionKey}"),
        p => p is Int64RangePartitionInformation range
            && range.LowKey <= partitionKey && partitionKey <= range.HighKey);

    public static PartitionSelector PartitionIdOf(Uri serviceName, Guid partitionId) =>
        new(serviceName, $"partition {partitionId}", p => p.Id == partitionId);

    public override string ToString() => $"{_what} of {ServiceName}";

    /// <exception cref="FabricInvalidPartitionSelectorException">None is meant.</exception>
    internal Guid Select(IEnumerable<ServicePartitionInformation> partitions)
    {
        var meant = partitions.Where(p => _matches is null || _matches(p)).ToArray();
        return meant.Length > 0 ? meant[RandomNumberGenerator.GetInt32(meant.Length)].Id
            : throw new FabricInvalidPartitionSelectorException($"{ServiceName} does not have {_what}.");
    }
}
