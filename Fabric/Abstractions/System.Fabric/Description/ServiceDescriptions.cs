#nullable disable

using System.Collections.Generic;

namespace System.Fabric.Description;

/// <summary>A service as it is to be created, or as it was.</summary>
public abstract class ServiceDescription
{
    protected ServiceDescription(ServiceDescriptionKind kind) => Kind = kind;

    public ServiceDescriptionKind Kind { get; }

    public Uri ApplicationName { get; set; }

    /// <summary>Gets or sets the name: that of the application, a slash and more.</summary>
    public Uri ServiceName { get; set; }

    public string ServiceTypeName { get; set; }

    public PartitionSchemeDescription PartitionSchemeDescription { get; set; }

    /// <summary>Gets or sets what each replica or instance finds in its context; null is as empty.</summary>
    public byte[] InitializationData { get; set; }

    /// <summary>Gets or sets which nodes it may be placed on, such as <c>NodeType == NodeType0</c>.</summary>
    /// <value>Null or empty: those that its type in the service manifest allows.</value>
    public string PlacementConstraints { get; set; }
}

public sealed class StatefulServiceDescription : ServiceDescription
{
    public StatefulServiceDescription()
        : base(ServiceDescriptionKind.Stateful)
    {
    }

    /// <summary>Gets or sets whether the state is on disk; it must be as the service manifest says of the type.
    /// </summary>
    public bool HasPersistedState { get; set; }

    public int TargetReplicaSetSize { get; set; }

    public int MinReplicaSetSize { get; set; }

    /// <summary>Gets or sets after how long a partition in quorum loss gives up the replicas that are down.</summary>
    /// <value>Never unless set.</value>
    public TimeSpan? QuorumLossWaitDuration { get; set; }
}

public sealed class StatelessServiceDescription : ServiceDescription
{
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
    public DeleteServiceDescription(Uri serviceName)
    {
        ArgumentNullException.ThrowIfNull(serviceName);
        ServiceName = serviceName;
    }

    public Uri ServiceName { get; }
}

public abstract class PartitionSchemeDescription
{
    protected PartitionSchemeDescription(PartitionScheme scheme) => Scheme = scheme;

    public PartitionScheme Scheme { get; }
}

public sealed class SingletonPartitionSchemeDescription : PartitionSchemeDescription
{
    public SingletonPartitionSchemeDescription()
        : base(PartitionScheme.Singleton)
    {
    }
}

public sealed class UniformInt64RangePartitionSchemeDescription : PartitionSchemeDescription
{
    public UniformInt64RangePartitionSchemeDescription()
        : base(PartitionScheme.UniformInt64Range)
    {
    }

    public UniformInt64RangePartitionSchemeDescription(int partitionCount)
        : this(partitionCount, long.MinValue, long.MaxValue)
    {
    }

    public UniformInt64RangePartitionSchemeDescription(int partitionCount, long lowKey, long highKey)
        : this() => (PartitionCount, LowKey, HighKey) = (partitionCount, lowKey, highKey);

    public int PartitionCount { get; set; }

    public long LowKey { get; set; }

    public long HighKey { get; set; }
}

public sealed class NamedPartitionSchemeDescription : PartitionSchemeDescription
{
    public NamedPartitionSchemeDescription()
        : base(PartitionScheme.Named)
    {
    }

    public IList<string> PartitionNames { get; } = [];
}

public enum PartitionScheme
{
    Invalid = 0,
    Singleton = 1,
    UniformInt64Range = 2,
    Named = 3,
}
