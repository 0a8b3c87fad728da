using System;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// Defines what remoting logs, of either side. Numbers are not used again for another event: docs/reference/logs.md
/// lists them.
/// </summary>
internal static class RemotingLog
{
    internal static void ConvertorFailed(this EventLog log, string convertor, string exception, Exception failure) =>
        log.Write(731, LogLevel.Warning, $"{convertor} failed for {exception}:", failure);
}
