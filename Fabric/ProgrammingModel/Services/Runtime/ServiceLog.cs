using System;
using SfPerf.Platform.Logging;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>Defines what is logged of a service's own code. Numbers are not used again for another event:
/// docs/reference/logs.md lists them.</summary>
internal static class ServiceLog
{
    internal static void RunAsyncFailed(this EventLog log, string service, Exception failure) =>
        log.Write(721, LogLevel.Error, $"RunAsync of {service} failed, the replica restarts:", failure);

    internal static void ListenerNotClosed(this EventLog log, string service, Exception failure) =>
        log.Write(722, LogLevel.Warning, $"A listener of {service} did not close and is aborted:", failure);

    internal static void ListenerNotAborted(this EventLog log, string service, Exception failure) =>
        log.Write(723, LogLevel.Warning, $"A listener of {service} failed in Abort:", failure);

    internal static void HealthNotReported(this EventLog log, string service, string property, Exception failure) =>
        log.Write(724, LogLevel.Warning, $"A health report of {service} failed ({property}):", failure);
}
