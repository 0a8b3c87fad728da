using System;
using SfPerf.LoadGenerator.Recording;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Specifies how a run is run; none of it changes what is measured.</summary>
public sealed record LoadRunnerOptions
{
    /// <summary>Gets the clock; the machine's unless set.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Gets what is called about once in <see cref="ProgressInterval"/> and at the end of each phase, never
    /// twice at once; null for nobody.</summary>
    public Action<RunProgress>? Progress { get; init; }

    /// <summary>Gets where every single operation of the phases is kept; null, the default, for nowhere.</summary>
    public OperationLog? Log { get; init; }

    /// <summary>Gets the time between two progress calls; 1 s unless set.</summary>
    public TimeSpan ProgressInterval
    {
        get;
        init => field = value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "more than zero");
    } = TimeSpan.FromSeconds(1);

    /// <summary>Gets how long preparing may take, retries included; 60 s unless set.</summary>
    public TimeSpan PrepareTimeout
    {
        get;
        init => field = value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "more than zero");
    } = TimeSpan.FromSeconds(60);

    /// <summary>Gets how long operations that were cancelled may take to end before they are given up; 5 s unless set.
    /// </summary>
    public TimeSpan DrainTimeout
    {
        get;
        init => field = value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "more than zero");
    } = TimeSpan.FromSeconds(5);

    /// <summary>Gets whether everything runs on the caller's thread and the clock's timers: for virtual time.</summary>
    internal bool SingleThreaded { get; init; }
}
