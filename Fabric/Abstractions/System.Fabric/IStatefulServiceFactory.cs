#nullable disable

namespace System.Fabric;

public interface IStatefulServiceFactory
{
    IStatefulServiceReplica CreateReplica(
        string serviceTypeName, Uri serviceName, byte[] initializationData, Guid partitionId, long replicaId);
}
