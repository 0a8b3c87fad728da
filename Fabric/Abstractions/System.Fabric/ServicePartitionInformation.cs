#nullable disable

namespace System.Fabric;

public enum ServicePartitionKind
{
    Invalid = 0,
    Singleton = 1,
    Int64Range = 2,
    Named = 3,
}

public abstract class ServicePartitionInformation
{
    internal ServicePartitionInformation()
    {
    }

    public ServicePartitionKind Kind { get; internal set; }

    public Guid Id { get; internal set; }
}

public sealed class Int64RangePartitionInformation : ServicePartitionInformation
{
    internal Int64RangePartitionInformation() => Kind = ServicePartitionKind.Int64Range;

    public long HighKey { get; internal set; }

    public long LowKey { get; internal set; }
}

public sealed class NamedPartitionInformation : ServicePartitionInformation
{
    internal NamedPartitionInformation() => Kind = ServicePartitionKind.Named;

    public string Name { get; internal set; }
}

public sealed class SingletonPartitionInformation : ServicePartitionInformation
{
    public SingletonPartitionInformation() => Kind = ServicePartitionKind.Singleton;
}
