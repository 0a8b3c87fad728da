#nullable disable

using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;

namespace System.Fabric;

/// <summary>
/// Names a partition of a service, or any of them. It is compared with the service's partitions when it is used.
/// </summary>
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

    /// <summary>Names any partition; each use draws one.</summary>
    /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <returns>The selector.</returns>
    /// <exception cref="ArgumentNullException">The name of the service is null.</exception>
    public static PartitionSelector RandomOf(Uri serviceName) => new(serviceName, "any partition", null);

    /// <summary>Names the only partition of a service with a singleton partition.</summary>
    /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <returns>The selector.</returns>
    /// <exception cref="ArgumentNullException">The name of the service is null.</exception>
    public static PartitionSelector SingletonOf(Uri serviceName) =>
        new(serviceName, "the singleton partition", static p => p is SingletonPartitionInformation);

    /// <summary>Names the partition with a name.</summary>
    /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <param name="partitionName">The name of the partition; upper and lower case differ.</param>
    /// <returns>The selector.</returns>
    /// <exception cref="ArgumentException">The name of the partition is null, empty or blank.</exception>
    /// <exception cref="ArgumentNullException">The name of the service is null.</exception>
    public static PartitionSelector PartitionKeyOf(Uri serviceName, string partitionName)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(partitionName);
        return new(serviceName, $"partition '{partitionName}'",
            p => p is NamedPartitionInformation named && named.Name == partitionName);
    }

    /// <summary>Names the partition whose range holds a number.</summary>
    /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <param name="partitionKey">The number.</param>
    /// <returns>The selector.</returns>
    /// <exception cref="ArgumentNullException">The name of the service is null.</exception>
    public static PartitionSelector PartitionKeyOf(Uri serviceName, long partitionKey) => new(serviceName,
        string.Create(CultureInfo.InvariantCulture, $"the partition with the key {partitionKey}"),
        p => p is Int64RangePartitionInformation range
            && range.LowKey <= partitionKey && partitionKey <= range.HighKey);

    /// <summary>Names the partition with an id.</summary>
    /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <param name="partitionId">The id, which must be of this service.</param>
    /// <returns>The selector.</returns>
    /// <exception cref="ArgumentNullException">The name of the service is null.</exception>
    public static PartitionSelector PartitionIdOf(Uri serviceName, Guid partitionId) =>
        new(serviceName, $"partition {partitionId}", p => p.Id == partitionId);

    /// <summary>Gets a text for people, such as <c>any partition of fabric:/App/Service</c>.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => $"{_what} of {ServiceName}";

    /// <exception cref="FabricInvalidPartitionSelectorException">None is meant.</exception>
    internal Guid Select(IEnumerable<ServicePartitionInformation> partitions)
    {
        var meant = partitions.Where(p => _matches is null || _matches(p)).ToArray();
        return meant.Length > 0 ? meant[RandomNumberGenerator.GetInt32(meant.Length)].Id
            : throw new FabricInvalidPartitionSelectorException($"{ServiceName} does not have {_what}.");
    }
}
