#nullable disable

namespace System.Fabric;

public abstract class ServicePartitionInformation
{
    internal ServicePartitionInformation()
    {
    }

    public ServicePartitionKind Kind { get; internal set; }

    public Guid Id { get; internal set; }
}
