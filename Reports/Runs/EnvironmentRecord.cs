using System.Collections.Generic;

namespace SfPerf.Reports.Runs;

/// <summary>Describes where a run was made.</summary>
public sealed record EnvironmentRecord
{
    /// <summary>Gets the .NET SDK that built the driver.</summary>
    public string? Sdk { get; init; }

    /// <summary>Gets the .NET runtime of the driver.</summary>
    public string? Runtime { get; init; }

    /// <summary>Gets the operating system.</summary>
    public string? Os { get; init; }

    /// <summary>Gets the processor.</summary>
    public string? Cpu { get; init; }

    /// <summary>Gets the processor's architecture, such as <c>X64</c>.</summary>
    public string? Architecture { get; init; }

    /// <summary>Gets the number of processors the driver may use.</summary>
    public int Cores { get; init; }

    /// <summary>Gets the commit SfPerf was built from.</summary>
    public string? Commit { get; init; }

    /// <summary>Gets the memory in bytes.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>Gets the collector's mode, such as <c>workstation concurrent</c>.</summary>
    public string? Gc { get; init; }

    /// <summary>Gets the store's client and server versions, and whatever else may explain a difference.</summary>
    public IReadOnlyDictionary<string, string>? Versions { get; init; }
}
