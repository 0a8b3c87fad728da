using System;
using System.IO;

namespace SfPerf.Fabric.Log;

/// <summary>
/// An earlier write or flush failed, so what is on disk is unknown. The log takes nothing more until it is opened anew.
/// </summary>
public sealed class LogFaultedException : IOException
{
    /// <summary>Creates the exception.</summary>
    public LogFaultedException(Exception cause)
        : base($"The log takes no more records: {cause?.Message}", cause)
    {
    }
}
