#nullable disable

using System.Collections.Generic;

namespace System.Fabric.Description;

/// <summary>A service as it is to be created, or as it was.</summary>
public abstract class ServiceDescription
{
    /// <summary>Makes a description.</summary>
    /// <param name="kind">What the service is.</param>
    protected ServiceDescription(ServiceDescriptionKind kind) => Kind = kind;

    /// <summary>Gets whether the service is stateful.</summary>
    public ServiceDescriptionKind Kind { get; }

    /// <summary>Gets or sets the application, such as <c>fabric:/MyApp</c>; it must run.</summary>
    public Uri ApplicationName { get; set; }

    /// <summary>Gets or sets the name: that of the application, a slash and more.</summary>
    public Uri ServiceName { get; set; }

    /// <summary>Gets or sets the service type, which a service manifest of the application declares.</summary>
    public string ServiceTypeName { get; set; }

    /// <summary>Gets or sets how the service is cut into partitions; fixed once it is created.</summary>
    public PartitionSchemeDescription PartitionSchemeDescription { get; set; }

    /// <summary>Gets or sets what each replica or instance finds in its context; null is as empty.</summary>
    public byte[] InitializationData { get; set; }

    /// <summary>Gets or sets which nodes it may be placed on, such as <c>NodeType == NodeType0</c>.</summary>
    /// <value>Null or empty: those that its type in the service manifest allows.</value>
    public string PlacementConstraints { get; set; }
}

/// <summary>A stateful service as it is to be created, or as it was.</summary>
public sealed class StatefulServiceDescription : ServiceDescription
{
    /// <summary>Makes a description; its properties are set afterwards.</summary>
    public StatefulServiceDescription()
        : base(ServiceDescriptionKind.Stateful)
    {
    }

    /// <summary>Gets or sets whether the state is on disk; it must be as the service manifest says of the type.
    /// </summary>
    public bool HasPersistedState { get; set; }

    /// <summary>Gets or sets the number of replicas of each partition: 1 to that of the nodes that its placement
    /// constraints allow.</summary>
    public int TargetReplicaSetSize { get; set; }

    /// <summary>Gets or sets the number of replicas below which writes are refused: 1 to the target.</summary>
    public int MinReplicaSetSize { get; set; }

    /// <summary>Gets or sets after how long a partition in quorum loss gives up the replicas that are down.</summary>
    /// <value>Never unless set.</value>
    public TimeSpan? QuorumLossWaitDuration { get; set; }
}

/// <summary>A stateless service as it is to be created, or as it was.</summary>
public sealed class StatelessServiceDescription : ServiceDescription
{
    /// <summary>Makes a description; its properties are set afterwards.</summary>
    public StatelessServiceDescription()
        : base(ServiceDescriptionKind.Stateless)
    {
    }

    /// <summary>Gets or sets the number of instances; -1: one on every node.</summary>
    public int InstanceCount { get; set; }
}

/// <summary>A service that is to be deleted.</summary>
public sealed class DeleteServiceDescription
{
    /// <summary>Names the service.</summary>
    /// <param name="serviceName">Its name, such as <c>fabric:/MyApp/MyService</c>.</param>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    public DeleteServiceDescription(Uri serviceName)
    {
        ArgumentNullException.ThrowIfNull(serviceName);
        ServiceName = serviceName;
    }

    /// <summary>Gets the name of the service.</summary>
    public Uri ServiceName { get; }
}

/// <summary>Specifies how a service is cut into partitions.</summary>
public abstract class PartitionSchemeDescription
{
    /// <summary>Makes a description.</summary>
    /// <param name="scheme">What the partitions are told apart by.</param>
    protected PartitionSchemeDescription(PartitionScheme scheme) => Scheme = scheme;

    /// <summary>Gets what the partitions are told apart by.</summary>
    public PartitionScheme Scheme { get; }
}

/// <summary>Represents one partition.</summary>
public sealed class SingletonPartitionSchemeDescription : PartitionSchemeDescription
{
    /// <summary>Makes the description.</summary>
    public SingletonPartitionSchemeDescription()
        : base(PartitionScheme.Singleton)
    {
    }
}

/// <summary>Partitions that share out a range of numbers, each an equal part of it.</summary>
public sealed class UniformInt64RangePartitionSchemeDescription : PartitionSchemeDescription
{
    /// <summary>Makes a description; its properties are set afterwards.</summary>
    public UniformInt64RangePartitionSchemeDescription()
        : base(PartitionScheme.UniformInt64Range)
    {
    }

    /// <summary>Shares out all numbers of 64 bits.</summary>
    /// <param name="partitionCount">The number of partitions, 1 to 1,024.</param>
    public UniformInt64RangePartitionSchemeDescription(int partitionCount)
        : this(partitionCount, long.MinValue, long.MaxValue)
    {
    }

    /// <summary>Shares out a range.</summary>
    /// <param name="partitionCount">The number of partitions, 1 to 1,024, and at most that of the keys.</param>
    /// <param name="lowKey">The lowest key.</param>
    /// <param name="highKey">The highest key, which is in the range, too.</param>
    public UniformInt64RangePartitionSchemeDescription(int partitionCount, long lowKey, long highKey)
        : this() => (PartitionCount, LowKey, HighKey) = (partitionCount, lowKey, highKey);

    /// <summary>Gets or sets the number of partitions.</summary>
    public int PartitionCount { get; set; }

    /// <summary>Gets or sets the lowest key.</summary>
    public long LowKey { get; set; }

    /// <summary>Gets or sets the highest key, which is in the range, too.</summary>
    public long HighKey { get; set; }
}

/// <summary>Partitions that have names.</summary>
public sealed class NamedPartitionSchemeDescription : PartitionSchemeDescription
{
    /// <summary>Makes a description; its names are added afterwards.</summary>
    public NamedPartitionSchemeDescription()
        : base(PartitionScheme.Named)
    {
    }

    /// <summary>Gets the names, which differ from each other, one for each partition.</summary>
    public IList<string> PartitionNames { get; } = [];
}

/// <summary>Specifies what the partitions of a service are told apart by.</summary>
public enum PartitionScheme
{
    /// <summary>Unknown; no service has it.</summary>
    Invalid = 0,
    /// <summary>There is one partition.</summary>
    Singleton = 1,
    /// <summary>By ranges of numbers.</summary>
    UniformInt64Range = 2,
    /// <summary>By names.</summary>
    Named = 3,
}
