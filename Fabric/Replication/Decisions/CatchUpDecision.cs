namespace SfPerf.Fabric.Replication.Decisions;

/// <summary>Describes what the primary does for a secondary that has just reported its progress.</summary>
/// <param name="Mode">The way.</param>
/// <param name="KeepLsn">The last LSN of its own log that the secondary keeps; -1 for a full copy.</param>
/// <param name="Reason">Why, for the log.</param>
internal sealed record CatchUpDecision(CatchUpMode Mode, long KeepLsn, string Reason)
{
    /// <summary>Decides.</summary>
    /// <param name="primary">The primary's history.</param>
    /// <param name="primaryFirstLsn">The first LSN that the primary's log still holds.</param>
    /// <param name="secondary">The secondary's history.</param>
    /// <param name="secondaryAppliedLsn">What the secondary has applied: it cannot be taken back.</param>
    internal static CatchUpDecision Decide(
        ProgressVector primary, long primaryFirstLsn, ProgressVector secondary, long secondaryAppliedLsn)
    {
        var agreed = primary.AgreesWith(secondary);
        if (agreed < 0)
            return Full("no common history");
        if (agreed < secondaryAppliedLsn)
            return Full($"it applied up to {secondaryAppliedLsn}, but agrees only up to {agreed}");
        if (agreed + 1 < primaryFirstLsn)
            return Full($"the log before {primaryFirstLsn} is gone, and {agreed + 1} is needed");
        if (agreed < secondary.LastLsn)
            return new(CatchUpMode.TruncateAndSuffix, agreed, $"false progress {agreed + 1} to {secondary.LastLsn}");
        return agreed == primary.LastLsn
            ? new(CatchUpMode.None, agreed, "up to date")
            : new(CatchUpMode.Suffix, agreed, $"{agreed + 1} to {primary.LastLsn} are missing");
    }

    private static CatchUpDecision Full(string reason) => new(CatchUpMode.Full, -1, reason);
}
