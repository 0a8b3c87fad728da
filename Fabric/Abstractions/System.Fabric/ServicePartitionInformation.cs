#nullable disable

namespace System.Fabric;

/// <summary>Says by what kind of key the partitions of a service are found.</summary>
public enum ServicePartitionKind
{
    /// <summary>No kind.</summary>
    Invalid = 0,
    /// <summary>The service has one partition, which needs no key.</summary>
    Singleton = 1,
    /// <summary>Each partition has a range of 64-bit numbers.</summary>
    Int64Range = 2,
    /// <summary>Each partition has a name.</summary>
    Named = 3,
}

/// <summary>Names a partition: its id and its key.</summary>
public abstract class ServicePartitionInformation
{
    internal ServicePartitionInformation()
    {
    }

    /// <summary>Gets the kind of the key.</summary>
    public ServicePartitionKind Kind { get; internal set; }

    /// <summary>Gets the id of the partition, which it keeps as long as the service exists.</summary>
    public Guid Id { get; internal set; }
}

/// <summary>Names a partition that has a range of numbers.</summary>
public sealed class Int64RangePartitionInformation : ServicePartitionInformation
{
    internal Int64RangePartitionInformation() => Kind = ServicePartitionKind.Int64Range;

    /// <summary>Gets the highest number of the range, which belongs to it.</summary>
    public long HighKey { get; internal set; }

    /// <summary>Gets the lowest number of the range, which belongs to it.</summary>
    public long LowKey { get; internal set; }
}

/// <summary>Names a partition that has a name.</summary>
public sealed class NamedPartitionInformation : ServicePartitionInformation
{
    internal NamedPartitionInformation() => Kind = ServicePartitionKind.Named;

    /// <summary>Gets the name of the partition.</summary>
    public string Name { get; internal set; }
}

/// <summary>Names the only partition of a service.</summary>
public sealed class SingletonPartitionInformation : ServicePartitionInformation
{
    /// <summary>Initializes the information of a partition without an id.</summary>
    public SingletonPartitionInformation() => Kind = ServicePartitionKind.Singleton;
}
