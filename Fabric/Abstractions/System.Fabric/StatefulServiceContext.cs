#nullable disable

namespace System.Fabric;

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
