using System;

namespace SfPerf.Client;

/// <summary>A failure that is explained to the user by its message alone, and ends the process with its code.</summary>
internal sealed class SfPerfException(ExitCode code, string message, Exception? inner = null)
    : Exception(message, inner)
{
    public ExitCode Code { get; } = code;
}
