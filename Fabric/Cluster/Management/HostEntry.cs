using System.Collections.Generic;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>What the manager knows of a service host. Used on the manager's loop only.</summary>
internal sealed class HostEntry(HostActivation activation)
{
    private const int FailuresMax = 3;

    internal HostActivation Activation { get; } = activation;

    internal int ProcessId { get; set; }

    internal bool Ready { get; set; }

    internal int Starts { get; set; }

    /// <summary>Gets or sets how often in a row it ended before it was ready.</summary>
    internal int Failures { get; set; }

    /// <summary>Gets or sets how often in a row it ended because its disk failed.</summary>
    internal int DiskFailures { get; set; }

    /// <summary>Gets whether a deployment need not wait for it any longer.</summary>
    internal bool IsHopeless => Failures >= FailuresMax || DiskFailures >= FailuresMax;

    internal string LastWords { get; set; } = "";

    internal EndpointPort[] Endpoints { get; set; } = [];

    /// <summary>Gets the processes beside the host's own: of other code packages, and what prepares them.</summary>
    internal HashSet<int> OtherProcesses { get; } = [];

    /// <summary>Gets why other code packages of the service package do not run, by name.</summary>
    internal Dictionary<string, string> CompanionProblems { get; } = [];
}
