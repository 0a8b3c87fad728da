using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Commands;

namespace SfPerf.Client.Measuring.Clusters;

/// <summary>Defines what a measurement asks of its cluster, whatever interface that has.</summary>
internal interface IMeasuredCluster : IDisposable
{
    /// <summary>Gets whether the cluster is on this machine.</summary>
    bool IsHere { get; }

    /// <summary>Gets whether it tells its processes, and they are on this machine.</summary>
    bool TellsProcesses { get; }

    /// <summary>Returns the processes of the load drivers' application and of the measured service's.</summary>
    /// <exception cref="SfPerfException">The cluster does not answer.</exception>
    Task<ClusterProcesses> ProcessesAsync(CancellationToken token);

    /// <summary>Returns what a result says about the cluster.</summary>
    /// <exception cref="SfPerfException">The service is not there, or is not as the run wants it.</exception>
    Task<ClusterFacts> FactsAsync(CancellationToken token);

    /// <summary>Connects each generator to a load driver.</summary>
    /// <exception cref="SfPerfException">There is no load driver.</exception>
    Task<IReadOnlyList<DriverConnection>> DriversAsync(int generators, CancellationToken token);

    /// <summary>Begins to look at what happens.</summary>
    Task BeginEventsAsync(CancellationToken token);

    /// <summary>Returns what has happened since.</summary>
    Task<IReadOnlyList<ClusterEvent>> EndEventsAsync();
}
