using System;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Hosting;

/// <summary>Defines what the runtime in a service's process logs. Numbers are not used again for another event:
/// docs/reference/logs.md lists them.</summary>
internal static class HostLog
{
    internal static void CommandFailed(
        this EventLog log, string command, long replicaId, string service, Exception failure) =>
        log.Write(701, LogLevel.Error, $"{command} of replica {replicaId} of {service} failed:", failure);

    internal static void AbortFailed(this EventLog log, long replicaId, string service, Exception failure) =>
        log.Write(702, LogLevel.Error, $"Abort of replica {replicaId} of {service} failed:", failure);

    internal static void ReplicaLost(this EventLog log, long replicaId, string service, string reason) =>
        log.Write(703, LogLevel.Error, $"Replica {replicaId} of {service} is lost. {reason}");

    internal static void DataLossTold(this EventLog log, long replicaId, string service, string outcome) =>
        log.Write(704, LogLevel.Warning, $"Replica {replicaId} of {service} was told of a data loss; {outcome}.");

    internal static void ReplicatorFailed(this EventLog log, long replicaId, string service, Exception failure) =>
        log.Write(705, LogLevel.Error, $"The replicator of replica {replicaId} of {service} failed:", failure);

    internal static void DiskFailed(this EventLog log, string folder, string problem) =>
        log.Write(706, LogLevel.Critical,
            $"The disk under '{folder}' failed: {problem} This host ends, and starts again.");

    internal static void RehearsalFailed(this EventLog log, Exception failure) =>
        log.Write(707, LogLevel.Warning, $"The rehearsal of a promotion failed; nothing depends on it:", failure);
}
