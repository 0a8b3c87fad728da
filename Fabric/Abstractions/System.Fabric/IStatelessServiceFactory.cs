#nullable disable

namespace System.Fabric;

public interface IStatelessServiceFactory
{
    IStatelessServiceInstance CreateInstance(
        string serviceTypeName, Uri serviceName, byte[] initializationData, Guid partitionId, long instanceId);
}
