namespace SfPerf.Client.Output;

/// <summary>How far a run is, summed over its generators.</summary>
/// <param name="Phase">The phase that runs.</param>
/// <param name="Completed">Operations that succeeded so far.</param>
/// <param name="Failed">Operations that failed so far.</param>
/// <param name="Total">Operations the phase is to make.</param>
/// <param name="Seconds">Time since the phase began.</param>
internal readonly record struct ProgressSample(
    string Phase, long Completed, long Failed, long Total, double Seconds)
{
    /// <summary>Gets the operations a second since an earlier sample, or since the phase began.</summary>
    public double RateSince(in ProgressSample? earlier)
    {
        var (completed, seconds) = earlier is { } e && e.Phase == Phase ? (e.Completed, e.Seconds) : (0, 0);
        return Seconds > seconds ? (Completed - completed) / (Seconds - seconds) : 0;
    }
}
