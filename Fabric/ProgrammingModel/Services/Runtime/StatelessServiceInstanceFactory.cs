using System;
using System.Fabric;
using SfPerf.Fabric.ProgrammingModel;

namespace Microsoft.ServiceFabric.Services.Runtime;

internal sealed class StatelessServiceInstanceFactory(
    Func<StatelessServiceContext, StatelessService> create, IRuntimeHost host) : IStatelessServiceFactory
{
    public IStatelessServiceInstance CreateInstance(
        string serviceTypeName, Uri serviceName, byte[] initializationData, Guid partitionId, long instanceId)
    {
        var context = new StatelessServiceContext(
            host.NodeContext,
            host.ActivationContext,
            serviceTypeName,
            serviceName,
            initializationData,
            partitionId,
            instanceId);
        var service = create(context) ?? throw new InvalidOperationException(
            $"The factory of service type {serviceTypeName} returned null.");
        return new StatelessServiceInstanceAdapter(context, service);
    }
}
