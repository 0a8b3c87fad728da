#nullable disable

namespace System.Fabric;

public abstract class ServiceInitializationParameters
{
    internal ServiceInitializationParameters()
    {
    }

    public CodePackageActivationContext CodePackageActivationContext { get; internal set; }

    public Guid PartitionId { get; internal set; }

    public Uri ServiceName { get; internal set; }

    public byte[] InitializationData { get; internal set; }

    public string ServiceTypeName { get; internal set; }
}
