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

public sealed class StatefulServiceInitializationParameters : ServiceInitializationParameters
{
    internal StatefulServiceInitializationParameters()
    {
    }

    public long ReplicaId { get; internal set; }
}

public sealed class StatelessServiceInitializationParameters : ServiceInitializationParameters
{
    internal StatelessServiceInitializationParameters()
    {
    }

    public long InstanceId { get; internal set; }
}
