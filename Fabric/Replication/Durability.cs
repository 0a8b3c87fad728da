namespace SfPerf.Fabric.Replication;

/// <summary>Specifies what an acknowledged write survives on one machine.</summary>
public enum Durability
{
    /// <summary>Power loss: every flush group is synchronized to the device before it counts.</summary>
    Fsync,

    /// <summary>
    /// The end of the process (kill -9), not of the machine: a record counts once the page cache has it.
    /// </summary>
    ProcessCrash,

    /// <summary>
    /// Nothing on this machine: the log is in memory, and a replica that is closed has lost its state. A write survives
    /// as long as one replica of every read quorum lives.
    /// </summary>
    Memory,
}
