using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Replication.Core;

/// <summary>
/// Represents one connection of a primary, as its secondary's core knows it. A driver derives its own from it.
/// </summary>
internal abstract class PrimaryConnection
{
    /// <summary>Gets the epoch of the primary that speaks here.</summary>
    internal LogEpoch Epoch { get; private protected set; }

    /// <summary>
    /// Gets or sets whether this replica's log is a prefix of the primary's: before that, nothing may be acknowledged
    /// here.
    /// </summary>
    internal bool IsMatched { get; set; }
}
