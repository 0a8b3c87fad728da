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
