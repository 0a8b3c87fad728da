using System;
using System.IO;

namespace SfPerf.Fabric.Log;

/// <summary>Another process has the log's folder open.</summary>
public sealed class LogLockedException : IOException
{
    /// <summary>Creates the exception.</summary>
    public LogLockedException(string folder, Exception? inner = null)
        : base($"The log folder '{folder}' is in use by another process.", inner)
    {
    }
}
