namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>Describes what a part of the driver costs for each operation.</summary>
/// <param name="Name">The part.</param>
/// <param name="Nanoseconds">Its processor time.</param>
/// <param name="Bytes">What it allocates.</param>
/// <param name="NanosecondsMax">The time it may take.</param>
public sealed record CostFigure(string Name, double Nanoseconds, double Bytes, double NanosecondsMax)
{
    // Less than this an operation is the runtime's own doing: a timer, a thread.
    private const double BytesMax = 0.05;

    /// <summary>Gets whether it stays within its bounds.</summary>
    public bool Passed => Nanoseconds <= NanosecondsMax && Bytes <= BytesMax;
}
