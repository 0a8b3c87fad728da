using System;

namespace SfPerf.Commands;

/// <summary>Specifies what the process's exit code means; scripts depend on the numbers.</summary>
internal enum ExitCode
{
    Ok = 0,
    Internal = 1,
    BadParameters = 2,
    NothingMeasured = 3,
    Unreachable = 4,
    Cancelled = 5,
    Rejected = 6,
    Undecided = 96,
    PromiseBroken = 97,
    Regression = 98,
    ThresholdFailed = 99,
}

/// <summary>A failure that is explained to the user by its message alone, and ends the process with its code.</summary>
internal sealed class SfPerfException(ExitCode code, string message, Exception? inner = null)
    : Exception(message, inner)
{
    public ExitCode Code { get; } = code;
}
