#nullable disable

using System.Globalization;

namespace System.Fabric;

public abstract class ServiceContext
{
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

    public NodeContext NodeContext { get; }

    public ICodePackageActivationContext CodePackageActivationContext { get; }

    public string ServiceTypeName { get; }

    public Uri ServiceName { get; }

    public byte[] InitializationData { get; }

    public Guid PartitionId { get; }

    public long ReplicaOrInstanceId { get; }

    public string TraceId { get; }

    public string ListenAddress { get; }

    public string PublishAddress { get; }
}

public sealed class StatefulServiceContext : ServiceContext
{
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

    public long ReplicaId => ReplicaOrInstanceId;
}

public sealed class StatelessServiceContext : ServiceContext
{
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

    public long InstanceId => ReplicaOrInstanceId;
}
