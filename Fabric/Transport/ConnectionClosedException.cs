using System;
using System.IO;

namespace SfPerf.Fabric.Transport;

/// <summary>A connection ended; the message says why. A retry needs a new connection.</summary>
public sealed class ConnectionClosedException : IOException
{
    /// <summary>Creates the exception.</summary>
    public ConnectionClosedException(string message, Exception? inner = null)
        : base(message, inner)
    {
    }
}
