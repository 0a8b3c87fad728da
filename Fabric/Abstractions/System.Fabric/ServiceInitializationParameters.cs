#nullable disable

namespace System.Fabric;

/// <summary>Represents what a replica or instance is told before it is opened.</summary>
public abstract class ServiceInitializationParameters
{
    internal ServiceInitializationParameters()
    {
    }

    /// <summary>Gets the activation of the code package.</summary>
    public CodePackageActivationContext CodePackageActivationContext { get; internal set; }

    /// <summary>Gets the id of the partition.</summary>
    public Guid PartitionId { get; internal set; }

    /// <summary>Gets the name of the service, as <c>fabric:/application/service</c>.</summary>
    public Uri ServiceName { get; internal set; }

    /// <summary>Gets what the service was created with; empty where nothing was given.</summary>
    public byte[] InitializationData { get; internal set; }

    /// <summary>Gets the name of the service type.</summary>
    public string ServiceTypeName { get; internal set; }
}

/// <summary>Represents what a replica is told before it is opened.</summary>
public sealed class StatefulServiceInitializationParameters : ServiceInitializationParameters
{
    internal StatefulServiceInitializationParameters()
    {
    }

    /// <summary>Gets the id of the replica.</summary>
    public long ReplicaId { get; internal set; }
}

/// <summary>Represents what an instance is told before it is opened.</summary>
public sealed class StatelessServiceInitializationParameters : ServiceInitializationParameters
{
    internal StatelessServiceInitializationParameters()
    {
    }

    /// <summary>Gets the id of the instance.</summary>
    public long InstanceId { get; internal set; }
}
