using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.DevCluster.Rest;

/// <summary>Routes of Service Fabric that this cluster does not serve: they answer 501, so that a client sees the
/// difference from a route that does not exist.</summary>
internal static class AbsentRoutes
{
    private static readonly FrozenSet<string> First = Set(
        "BackupRestore", "ComposeDeployments", "EventsStore", "Faults", "ImageStore", "Names", "Resources", "Tools");

    private static readonly FrozenSet<string> Commands = Set(
        "Backup", "CreateServiceGroup", "DisableBackup",
        "EnableBackup", "GetBackupConfigurationInfo", "GetBackupProgress", "GetBackups", "GetContainerLogs",
        "GetFailoverManagerManagerInformation", "GetNetworks", "GetRestoreProgress", "GetServiceTypes",
        "GetUnplacedReplicaInformation", "ResumeBackup", "SuspendBackup",
        "InvokeInfrastructureCommand", "InvokeInfrastructureQuery", "MoveNextUpgradeDomain",
        "MoveToNextUpgradeDomain", "Restore", "RollbackUpgrade", "StartClusterConfigurationUpgrade", "UpdateUpgrade",
        "ContainerApi", "ContainerLogs",
        "Upgrade", "CreateRepairTask", "GetRepairTaskList", "CancelRepairTask", "DeleteRepairTask");

    /// <summary>Tells whether Service Fabric has a route like this one.</summary>
    internal static bool Has(IReadOnlyList<string> segments) =>
        First.Contains(segments[0]) || (segments.Contains("$") && Commands.Contains(segments[^1]));

    private static FrozenSet<string> Set(params string[] names) =>
        names.ToFrozenSet(StringComparer.OrdinalIgnoreCase);
}
