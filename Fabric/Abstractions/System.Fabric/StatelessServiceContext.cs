#nullable disable

namespace System.Fabric;

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
