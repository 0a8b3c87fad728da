using System.Collections.Generic;

namespace SfPerf.Client.Scenarios.Channels;

/// <summary>The sizes of the scenario.</summary>
internal sealed record ChannelSettings
{
    /// <summary>Gets the calls of a block, several sizes.</summary>
    public required IReadOnlyList<int> Calls { get; init; }

    /// <summary>Gets the calls of each arm before the first round, so that none pays for compiling.</summary>
    public required int Warmup { get; init; }
}
