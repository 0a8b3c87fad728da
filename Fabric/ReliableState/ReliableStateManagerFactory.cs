using System;
using System.Fabric;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.ReliableState;

/// <summary>Makes state managers for the replicas of a service host process.</summary>
public static class ReliableStateManagerFactory
{
    /// <summary>Makes the state manager of one replica. It is empty and unusable until it is opened.</summary>
    /// <param name="context">The replica it belongs to.</param>
    /// <param name="configuration">Null for the defaults.</param>
    public static IReliableStateManagerReplica2 Create(
        StatefulServiceContext context, ReliableStateManagerConfiguration? configuration)
    {
        ArgumentNullException.ThrowIfNull(context);
        return new ReliableStateManagerReplica(
            configuration ?? new ReliableStateManagerConfiguration(), TimeProvider.System);
    }
}
