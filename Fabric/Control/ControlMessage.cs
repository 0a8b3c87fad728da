namespace SfPerf.Fabric.Control;

/// <summary>A message between manager, node and service host. Each connection carries them in order.</summary>
internal abstract record ControlMessage
{
    /// <summary>Node to manager, first: who it is. The token proves that the manager started it.</summary>
    internal sealed record NodeHello(string Token, string Node, int ProcessId) : ControlMessage;

    /// <summary>Manager to node, first.</summary>
    internal sealed record NodeWelcome(NodeDescription Node) : ControlMessage;

    /// <summary>Node to manager, once it knows its folder: the replicas that lie on its disk.</summary>
    internal sealed record NodeDisk(FoundReplica[] Replicas) : ControlMessage;

    /// <summary>Node to manager and host to node, every 100 ms, from a thread of its own.</summary>
    internal sealed record Heartbeat : ControlMessage
    {
        internal const int Milliseconds = 100;

        /// <summary>Gets whether a debugger is attached: the sender may fall silent without being ill.</summary>
        public bool Debugged { get; init; }
    }

    /// <summary>Manager to node: start this host and keep it running.</summary>
    internal sealed record ActivateHost(HostActivation Activation) : ControlMessage;

    /// <summary>Manager to node: end all hosts of an application and, if wanted, delete its folders.</summary>
    internal sealed record DeactivateHosts(string ApplicationId, bool DeleteState) : ControlMessage;

    /// <summary>Node to manager: done; an error tells which folder could not be deleted.</summary>
    internal sealed record HostsDeactivated(string ApplicationId, string Error) : ControlMessage;

    /// <summary>Manager to node: end all hosts, then yourself.</summary>
    internal sealed record StopNode : ControlMessage;

    /// <summary>Node to manager: the process runs, with these ports.</summary>
    internal sealed record HostStarted(string HostId, int ProcessId, EndpointPort[] Endpoints) : ControlMessage;

    /// <summary>Node to manager: every service type of the package is registered.</summary>
    internal sealed record HostReady(string HostId, int ProcessId) : ControlMessage;

    /// <summary>Node to manager: the process is gone. It is started again unless it was told to end.</summary>
    internal sealed record HostExited(
        string HostId, int ProcessId, string Reason, string LastWords, bool WasReady, bool DiskFailed = false,
        int ExitCode = 0)
        : ControlMessage;

    /// <summary>Node to manager: a process of the package beside the host's own has started or ended.</summary>
    /// <param name="HostId">The host.</param>
    /// <param name="ProcessId">The process; 0 with <paramref name="Ended"/>: it could not be started.</param>
    /// <param name="Ended">Whether it has ended.</param>
    /// <param name="CodePackage">The code package.</param>
    /// <param name="IsSetup">Whether the process prepares the code package's program.</param>
    /// <param name="ExitCode">How it ended.</param>
    internal sealed record OtherProcess(
        string HostId, int ProcessId, bool Ended, string CodePackage, bool IsSetup, int ExitCode = 0)
        : ControlMessage;

    /// <summary>Node to manager: why a code package beside the first one does not run; empty when it does.</summary>
    internal sealed record CompanionEnded(string HostId, string CodePackage, string Problem) : ControlMessage;

    /// <summary>Host to node, first.</summary>
    internal sealed record HostHello(string Token, string HostId, int ProcessId) : ControlMessage;

    /// <summary>Node to host, first: what it is an activation of.</summary>
    internal sealed record HostWelcome(HostActivation Activation, NodeDescription Node) : ControlMessage;

    /// <summary>Host to node: a factory for this type is registered.</summary>
    internal sealed record TypeRegistered(string TypeName) : ControlMessage;

    /// <summary>Node to host: end now.</summary>
    internal sealed record ExitHost : ControlMessage;

    /// <summary>Manager to host, through the node: a command to a replica.</summary>
    internal sealed record Order(string HostId, ReplicaOrder Body) : ControlMessage;

    /// <summary>Host to manager, through the node: a command has ended.</summary>
    internal sealed record Answer(string HostId, ReplicaAnswer Body) : ControlMessage;

    /// <summary>Host to manager, through the node: a replica or instance cannot go on.</summary>
    internal sealed record ReplicaFault(string HostId, System.Guid PartitionId, long ReplicaId, bool Permanent)
        : ControlMessage;

    /// <summary>Host to manager, through the node: what a replica fails at and tries again; sent when it changes.
    /// </summary>
    /// <param name="HostId">The host.</param>
    /// <param name="PartitionId">The partition.</param>
    /// <param name="ReplicaId">The replica.</param>
    /// <param name="Checkpoint">Why its last checkpoint could not be written; empty when it could.</param>
    /// <param name="Secondaries">Which secondaries a primary cannot reach, and why; empty when it can.</param>
    /// <param name="Slow">The command that has run for more than 15 s; empty without one.</param>
    internal sealed record ReplicaTrouble(
        string HostId, System.Guid PartitionId, long ReplicaId, string Checkpoint, string Secondaries, string Slow)
        : ControlMessage;

    /// <summary>Host to manager, through the node: what a service says of the health of an entity.</summary>
    internal sealed record HealthReported(string HostId, ReportedBy Entity, HealthReport Report) : ControlMessage;

    /// <summary>Host to manager, through the node: the present load of a replica or instance in some metrics.</summary>
    /// <param name="HostId">The host.</param>
    /// <param name="PartitionId">The partition.</param>
    /// <param name="ReplicaId">The replica.</param>
    /// <param name="Metrics">The metrics; those that are not named keep their value.</param>
    /// <param name="MoveCost">What a move of the replica costs; null if that was not reported.</param>
    internal sealed record LoadReported(
        string HostId, System.Guid PartitionId, long ReplicaId, MetricLoad[] Metrics, string? MoveCost)
        : ControlMessage;
}
