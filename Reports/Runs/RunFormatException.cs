using System;

namespace SfPerf.Reports.Runs;

/// <summary>A file that should hold a run does not, is cut short, or is of a newer schema.</summary>
public sealed class RunFormatException(string path, string reason)
    : FormatException($"{path}: {reason}")
{
    /// <summary>Gets the file.</summary>
    public string Path { get; } = path;

    /// <summary>Gets what is wrong with it.</summary>
    public string Reason { get; } = reason;
}
