namespace SfPerf.Fabric.Replication.Decisions;

/// <summary>Specifies how a secondary is brought up to its primary. The values are part of the wire format.</summary>
internal enum CatchUpMode
{
    /// <summary>Nothing is missing.</summary>
    None = 0,

    /// <summary>The rest of the log.</summary>
    Suffix = 1,

    /// <summary>First the tail that only the secondary has is cut, then the rest of the log.</summary>
    TruncateAndSuffix = 2,

    /// <summary>A checkpoint, then the log after it.</summary>
    Full = 3,
}
