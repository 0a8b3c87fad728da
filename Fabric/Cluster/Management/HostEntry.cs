using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Represents what the manager knows of a service host. Used on the manager's loop only.</summary>
internal sealed class HostEntry(HostActivation activation)
{
    private const int FailuresMax = 3;

    internal HostActivation Activation { get; } = activation;

    /// <summary>Gets or sets the runs of the host's own program, that of the first code package.</summary>
    internal EntryPointRuns Runs { get; set; } = EntryPointRuns.None;

    /// <summary>Gets the runs of what prepares it, and of the programs of other code packages.</summary>
    internal Dictionary<(string CodePackage, bool IsSetup), EntryPointRuns> Others { get; } = [];

    internal int ProcessId => Runs.ProcessId;

    internal bool Ready { get; set; }

    internal int Starts => Runs.Starts;

    /// <summary>Gets or sets how often in a row it ended before it was ready.</summary>
    internal int Failures { get; set; }

    /// <summary>Gets or sets how often in a row it ended because its disk failed.</summary>
    internal int DiskFailures { get; set; }

    /// <summary>Gets whether a deployment need not wait for it any longer.</summary>
    internal bool IsHopeless => Failures >= FailuresMax || DiskFailures >= FailuresMax;

    internal string LastWords { get; set; } = "";

    internal EndpointPort[] Endpoints { get; set; } = [];

    /// <summary>Gets the processes beside the host's own: of other code packages, and what prepares them.</summary>
    internal int[] OtherProcesses => [.. Others.Values.Select(r => r.ProcessId).Where(p => p != 0)];

    /// <summary>Gets why other code packages of the service package do not run, by name.</summary>
    internal Dictionary<string, string> CompanionProblems { get; } = [];

    internal EntryPointRuns RunsOf(string codePackage, bool isSetup) =>
        !isSetup && codePackage == Activation.Package.Code.Name ? Runs
            : Others.GetValueOrDefault((codePackage, isSetup), EntryPointRuns.None);

    /// <summary>Notes that the processes beside the host's own have ended with their node.</summary>
    internal void EndOthers(DateTimeOffset utc)
    {
        foreach (var (program, runs) in Others.ToArray())
            Others[program] = runs.Ended(null, utc);
    }
}
