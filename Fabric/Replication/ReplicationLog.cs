using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Logs what happened to files that the operator should know of. Numbers are not used again for another event:
/// docs/reference/logs.md lists them.
/// </summary>
internal static class ReplicationLog
{
    internal static void SetAside(this EventLog log, string reason, string folder) =>
        log.Write(751, LogLevel.Error, $"{reason} What was there has been set aside in '{folder}'.");

    internal static void OldestRemoved(this EventLog log, string folder, int kept) =>
        log.Write(752, LogLevel.Warning, $"'{folder}' is removed: the newest {kept} folders are kept.");

    internal static void BroughtBack(this EventLog log, string what) =>
        log.Write(753, LogLevel.Warning, $"{what}");
}
