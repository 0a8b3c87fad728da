using System;
using SfPerf.Platform.Logging;

namespace SfPerf.DevCluster;

/// <summary>Defines what the manager's program and its gateway log. Numbers are not used again for another event:
/// docs/reference/logs.md lists them.</summary>
internal static class GatewayLog
{
    internal static void Ready(this EventLog log, string line) =>
        log.Write(911, LogLevel.Information, $"The cluster is ready: {line}");

    internal static void Stops(this EventLog log, string reason) =>
        log.Write(912, LogLevel.Information, $"Stopping: {reason}.");

    internal static void StopsEarly(this EventLog log, string reason) =>
        log.Write(913, LogLevel.Warning, $"Stopping before the cluster is ready: {reason}.");

    internal static void FolderClosed(this EventLog log, string what) =>
        log.Write(914, LogLevel.Warning, $"{what}");

    internal static void RequestFailed(this EventLog log, string method, string path, Exception failure) =>
        log.Write(921, LogLevel.Error, $"{method} {path} has failed.", failure);

    internal static void NoReverseProxy(this EventLog log, string problem) =>
        log.Write(922, LogLevel.Warning, $"{problem}");

    internal static void CertificateChanged(this EventLog log, string what) =>
        log.Write(923, LogLevel.Warning, $"{what}");
}
