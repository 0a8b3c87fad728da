using System;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Defines what the manager logs. Numbers are not used again for another event: docs/reference/logs.md lists
/// them.</summary>
internal static class ManagerLog
{
    // Nodes and hosts.

    internal static void NodeUp(this EventLog log, string node, int processId) =>
        log.Write(101, LogLevel.Information, $"Node {node} (process {processId}) is up.");

    internal static void NodeEnded(this EventLog log, string node, int processId, string reason, string lastWords) =>
        log.Write(102, LogLevel.Warning, $"Node {node} (process {processId}) has ended: {reason}. {lastWords}");

    internal static void NodeLost(this EventLog log, string node, string reason) =>
        log.Write(103, LogLevel.Warning, $"The connection to {node} is lost: {reason}");

    internal static void NodeSilent(this EventLog log, string node, int processId, double seconds) =>
        log.Write(104, LogLevel.Warning,
            $"Node {node} (process {processId}) was silent for {seconds:0.#} s: it is killed.");

    internal static void NodeNotStarted(this EventLog log, string problem) =>
        log.Write(105, LogLevel.Error, $"{problem}");

    internal static void NodeStateGivenUp(this EventLog log, string node) =>
        log.Write(106, LogLevel.Warning, $"The state of node {node} is given up.");

    internal static void NodeDeactivated(this EventLog log, string node, string intent) =>
        log.Write(107, LogLevel.Information, $"Node {node} is deactivated: {intent}.");

    internal static void NodeActivated(this EventLog log, string node) =>
        log.Write(108, LogLevel.Information, $"Node {node} is activated.");

    internal static void NodeCleared(this EventLog log, string node) =>
        log.Write(109, LogLevel.Information, $"Nothing of the applications runs on {node} any more.");

    internal static void FolderNotDeleted(this EventLog log, string node, string problem) =>
        log.Write(110, LogLevel.Warning, $"{node} could not delete a folder. {problem}");

    internal static void HostReady(this EventLog log, string hostId, int processId) =>
        log.Write(121, LogLevel.Information, $"Host {hostId} (process {processId}) is ready.");

    internal static void HostEnded(this EventLog log, string hostId, int processId, string reason) =>
        log.Write(122, LogLevel.Warning, $"Host {hostId} (process {processId}) has ended: {reason}");

    internal static void CodePackageEnded(this EventLog log, string codePackage, string hostId, string problem) =>
        log.Write(123, LogLevel.Warning, $"Code package {codePackage} of {hostId} has ended: {problem}");

    internal static void CodePackageRestart(this EventLog log, string codePackage) =>
        log.Write(124, LogLevel.Information, $"A client asks for the restart of {codePackage}.");

    // Applications and services.

    internal static void TypeProvisioned(this EventLog log, string type, string version) =>
        log.Write(201, LogLevel.Information, $"Application type {type} {version} is provisioned.");

    internal static void TypeUnprovisioned(this EventLog log, string type, string version) =>
        log.Write(202, LogLevel.Information, $"Application type {type} {version} is unprovisioned.");

    internal static void ApplicationCreated(this EventLog log, string application, string applicationId) =>
        log.Write(211, LogLevel.Information, $"Application {application} is created as {applicationId}.");

    internal static void ApplicationDeleted(this EventLog log, string application) =>
        log.Write(212, LogLevel.Information, $"Application {application} is deleted.");

    internal static void ApplicationNotOpened(this EventLog log, string application, string problem) =>
        log.Write(213, LogLevel.Error, $"{application} cannot be opened. {problem}");

    internal static void ApplicationNotReady(this EventLog log, string application, string problem) =>
        log.Write(214, LogLevel.Error, $"{application} is not ready. {problem}");

    internal static void ManifestNote(this EventLog log, string note) =>
        log.Write(215, LogLevel.Warning, $"{note}");

    internal static void ServiceCreated(this EventLog log, string service) =>
        log.Write(221, LogLevel.Information, $"Service {service} is created.");

    internal static void ServiceUpdated(this EventLog log, string service, string size) =>
        log.Write(222, LogLevel.Information, $"Service {service} is updated: {size}.");

    internal static void ServiceDeleted(this EventLog log, string service) =>
        log.Write(223, LogLevel.Information, $"Service {service} is deleted.");

    // Partitions and replicas.

    internal static void PartitionChanged(this EventLog log, Guid partitionId, string service, string state) =>
        log.Write(301, LogLevel.Information, $"Partition {partitionId} of {service}: {state}");

    internal static void PartitionRecovered(this EventLog log, Guid partitionId, string service) =>
        log.Write(302, LogLevel.Warning,
            $"Partition {partitionId} of {service} is recovered without those that are down.");

    internal static void ReplicaFault(this EventLog log, long replicaId, string service, string node) =>
        log.Write(311, LogLevel.Warning, $"Replica {replicaId} of {service} on {node} reported a fault.");

    internal static void ReplicaFailed(this EventLog log, long replicaId, string service, string problem) =>
        log.Write(312, LogLevel.Error, $"Replica {replicaId} of {service}: {problem}");

    internal static void ReplicaLost(this EventLog log, string loss) =>
        log.Write(313, LogLevel.Error, $"{loss}");

    internal static void ReplicaSalvaged(this EventLog log, string salvage) =>
        log.Write(314, LogLevel.Warning, $"{salvage}");

    internal static void ReplicaCommand(this EventLog log, string what) =>
        log.Write(315, LogLevel.Information, $"A client asks for the {what}.");

    // Faults that a client asks for, and health.

    internal static void LossAsked(this EventLog log, string what, Guid partitionId, string service) =>
        log.Write(401, LogLevel.Warning, $"A test asks for the loss {what} of partition {partitionId} of {service}.");

    internal static void QuorumLossAsked(
        this EventLog log, int down, int open, Guid partitionId, string service, double seconds) =>
        log.Write(402, LogLevel.Warning,
            $"A test takes {down} of {open} replicas of {partitionId} of {service} down for {seconds:0.#} s.");

    internal static void RestartAsked(this EventLog log, int count, Guid partitionId, string service) =>
        log.Write(403, LogLevel.Warning,
            $"A test restarts {count} replicas of partition {partitionId} of {service}.");

    internal static void NodeStopAsked(this EventLog log, string node, double seconds) =>
        log.Write(404, LogLevel.Warning, $"A test stops node {node} for {seconds:0.#} s.");

    internal static void FaultCancelled(this EventLog log, Guid faultId, string type, string how) =>
        log.Write(405, LogLevel.Information, $"The fault {faultId} ({type}) is cancelled{how}.");

    internal static void ChaosBegins(this EventLog log, long seed) =>
        log.Write(406, LogLevel.Warning, $"Chaos begins with seed {seed}.");

    internal static void HealthReported(
        this EventLog log, string source, string state, string entity, string property, string description) =>
        log.Write(501, LogLevel.Warning, $"{source} reports {state} of {entity}, {property}: {description}");

    // The manager itself.

    internal static void ManagerFailed(this EventLog log, string problem) =>
        log.Write(901, LogLevel.Critical, $"The manager has failed. {problem}");

    internal static void StateNotSaved(this EventLog log, string problem) =>
        log.Write(902, LogLevel.Error, $"{problem}");
}
