using System;
using System.IO;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// This disk does not hold what the replica once promised to keep: its record, its checkpoint or its log is missing or
/// corrupt. It must not vote. Its files have been set aside; a new replica is built from its peers.
/// </summary>
public sealed class ReplicaLostException : IOException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="reason">What is missing or corrupt: a sentence for the operator.</param>
    /// <param name="inner">What was met, if anything was thrown.</param>
    public ReplicaLostException(string reason, Exception? inner = null)
        : base(reason, inner)
    {
    }
}
