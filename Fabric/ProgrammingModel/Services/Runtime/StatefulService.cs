#nullable disable

using System.Fabric;
using Microsoft.ServiceFabric.Data;

namespace Microsoft.ServiceFabric.Services.Runtime;

public abstract class StatefulService : StatefulServiceBase
{
    protected StatefulService(StatefulServiceContext serviceContext)
        : this(serviceContext, new ReliableStateManager(serviceContext))
    {
    }

    protected StatefulService(
        StatefulServiceContext serviceContext, IReliableStateManagerReplica reliableStateManagerReplica)
        : base(serviceContext, reliableStateManagerReplica) => StateManager = reliableStateManagerReplica;

    public IReliableStateManager StateManager { get; }
}
