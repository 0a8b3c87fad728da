using System.Collections.Generic;
using System.IO;

namespace SfPerf.Client.Scenarios;

/// <summary>What every scenario is told.</summary>
internal sealed record ScenarioSettings
{
    /// <summary>Gets how often every arm runs.</summary>
    public required int Rounds { get; init; }

    /// <summary>Gets the folder of all runs.</summary>
    public required string Folder { get; init; }

    /// <summary>Gets where progress is told.</summary>
    public required TextWriter Progress { get; init; }

    /// <summary>Gets the outcomes that end with code 99.</summary>
    public required IReadOnlyCollection<Outcome> FailOn { get; init; }
}
