#nullable disable

using System.Globalization;

namespace System.Fabric;

/// <summary>
/// Represents what a replica or instance knows of itself and of its place in the cluster. It does not change; any
/// thread may read it.
/// </summary>
public abstract class ServiceContext
{
    /// <summary>
    /// Initializes the context. The addresses are taken from the activation context, else from the node.
    /// </summary>
    /// <param name="nodeContext">The node.</param>
    /// <param name="codePackageActivationContext">The activation of the code package.</param>
    /// <param name="serviceTypeName">The name of the service type.</param>
    /// <param name="serviceName">The name of the service.</param>
    /// <param name="initializationData">What the service was created with.</param>
    /// <param name="partitionId">The id of the partition.</param>
    /// <param name="replicaOrInstanceId">The id of the replica or instance.</param>
    /// <exception cref="ArgumentNullException">The node or the activation is null.</exception>
    protected ServiceContext(
        NodeContext nodeContext,
        ICodePackageActivationContext codePackageActivationContext,
        string serviceTypeName,
        Uri serviceName,
        byte[] initializationData,
        Guid partitionId,
        long replicaOrInstanceId)
    {
        ArgumentNullException.ThrowIfNull(nodeContext);
        ArgumentNullException.ThrowIfNull(codePackageActivationContext);
        NodeContext = nodeContext;
        CodePackageActivationContext = codePackageActivationContext;
        ServiceTypeName = serviceTypeName;
        ServiceName = serviceName;
        InitializationData = initializationData;
        PartitionId = partitionId;
        ReplicaOrInstanceId = replicaOrInstanceId;
        TraceId = string.Create(CultureInfo.InvariantCulture, $"{partitionId:B}:{replicaOrInstanceId}");
        var activation = codePackageActivationContext as ICodePackageActivationContext2;
        ListenAddress = activation?.ServiceListenAddress ?? nodeContext.IPAddressOrFQDN;
        PublishAddress = activation?.ServicePublishAddress ?? nodeContext.IPAddressOrFQDN;
    }

    /// <summary>Gets the node on which the replica or instance runs.</summary>
    public NodeContext NodeContext { get; }

    /// <summary>
    /// Gets the activation of the code package: settings, endpoints and folders. All replicas and instances of the
    /// process share it.
    /// </summary>
    public ICodePackageActivationContext CodePackageActivationContext { get; }

    /// <summary>Gets the name of the service type, as in the service manifest.</summary>
    public string ServiceTypeName { get; }

    /// <summary>Gets the name of the service, as <c>fabric:/application/service</c>.</summary>
    public Uri ServiceName { get; }

    /// <summary>Gets what the service was created with; empty where nothing was given.</summary>
    public byte[] InitializationData { get; }

    /// <summary>Gets the id of the partition.</summary>
    public Guid PartitionId { get; }

    /// <summary>
    /// Gets the id of the replica or instance. The cluster gives an id once; a replica keeps it when it is opened
    /// again.
    /// </summary>
    public long ReplicaOrInstanceId { get; }

    /// <summary>Gets a text that names the replica or instance in logs: <c>{PARTITION}:REPLICA</c>.</summary>
    public string TraceId { get; }

    /// <summary>
    /// Gets the address at which listeners should listen: in the local cluster that of the node, on loopback.
    /// </summary>
    public string ListenAddress { get; }

    /// <summary>
    /// Gets the address that listeners should give to clients: in the local cluster that of the node, on loopback.
    /// </summary>
    public string PublishAddress { get; }
}

/// <summary>Represents what a replica of a stateful service knows of itself and of its place in the cluster.</summary>
public sealed class StatefulServiceContext : ServiceContext
{
    /// <summary>Initializes the context of a replica. The runtime does so; tests of services may.</summary>
    /// <param name="nodeContext">The node.</param>
    /// <param name="codePackageActivationContext">The activation of the code package.</param>
    /// <param name="serviceTypeName">The name of the service type.</param>
    /// <param name="serviceName">The name of the service.</param>
    /// <param name="initializationData">What the service was created with.</param>
    /// <param name="partitionId">The id of the partition.</param>
    /// <param name="replicaId">The id of the replica.</param>
    /// <exception cref="ArgumentNullException">The node or the activation is null.</exception>
    public StatefulServiceContext(
        NodeContext nodeContext,
        ICodePackageActivationContext codePackageActivationContext,
        string serviceTypeName,
        Uri serviceName,
        byte[] initializationData,
        Guid partitionId,
        long replicaId)
        : base(
            nodeContext,
            codePackageActivationContext,
            serviceTypeName,
            serviceName,
            initializationData,
            partitionId,
            replicaId)
    {
    }

    /// <summary>Gets the id of the replica, which it keeps when it is opened again.</summary>
    public long ReplicaId => ReplicaOrInstanceId;
}

/// <summary>
/// Represents what an instance of a stateless service knows of itself and of its place in the cluster.
/// </summary>
public sealed class StatelessServiceContext : ServiceContext
{
    /// <summary>Initializes the context of an instance. The runtime does so; tests of services may.</summary>
    /// <param name="nodeContext">The node.</param>
    /// <param name="codePackageActivationContext">The activation of the code package.</param>
    /// <param name="serviceTypeName">The name of the service type.</param>
    /// <param name="serviceName">The name of the service.</param>
    /// <param name="initializationData">What the service was created with.</param>
    /// <param name="partitionId">The id of the partition.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <exception cref="ArgumentNullException">The node or the activation is null.</exception>
    public StatelessServiceContext(
        NodeContext nodeContext,
        ICodePackageActivationContext codePackageActivationContext,
        string serviceTypeName,
        Uri serviceName,
        byte[] initializationData,
        Guid partitionId,
        long instanceId)
        : base(
            nodeContext,
            codePackageActivationContext,
            serviceTypeName,
            serviceName,
            initializationData,
            partitionId,
            instanceId)
    {
    }

    /// <summary>
    /// Gets the id of the instance. An instance that takes the place of one whose process ended has another id.
    /// </summary>
    public long InstanceId => ReplicaOrInstanceId;
}
