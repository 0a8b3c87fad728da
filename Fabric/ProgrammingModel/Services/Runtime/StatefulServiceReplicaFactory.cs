using System;
using System.Fabric;
using SfPerf.Fabric.ProgrammingModel;

namespace Microsoft.ServiceFabric.Services.Runtime;

internal sealed class StatefulServiceReplicaFactory(
    Func<StatefulServiceContext, StatefulServiceBase> create, IRuntimeHost host) : IStatefulServiceFactory
{
    public IStatefulServiceReplica CreateReplica(
        string serviceTypeName, Uri serviceName, byte[] initializationData, Guid partitionId, long replicaId)
    {
        var context = new StatefulServiceContext(
            host.NodeContext,
            host.ActivationContext,
            serviceTypeName,
            serviceName,
            initializationData,
            partitionId,
            replicaId);
        var service = create(context) ?? throw new InvalidOperationException(
            $"The factory of service type {serviceTypeName} returned null.");
        return new StatefulServiceReplicaAdapter(context, service);
    }
}
