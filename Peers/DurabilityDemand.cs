namespace SfPerf.Peers;

/// <summary>What an acknowledged write must have reached.</summary>
public enum DurabilityDemand
{
    /// <summary>The disks of a majority of the copies; a server set to less is refused.</summary>
    Fsync,

    /// <summary>A majority of the copies, on disk or in memory as the server is set.</summary>
    Configured,

    /// <summary>The primary alone, on disk or in memory as the server is set.</summary>
    Primary,
}
