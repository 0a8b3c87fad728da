using System.Collections.Generic;

namespace SfPerf.Scenarios.Channels;

/// <summary>The published milliseconds: Windows, transport security, one run, machine not named.</summary>
internal static class PublishedChannels
{
    private static readonly Dictionary<(string Arm, int Calls), int> Milliseconds = new()
    {
        [(ArmNames.Reused, 10)] = 16, [(ArmNames.Reused, 100)] = 146, [(ArmNames.Reused, 1000)] = 1415,
        [(ArmNames.FactoryPerCall, 10)] = 52, [(ArmNames.FactoryPerCall, 100)] = 481,
        [(ArmNames.FactoryPerCall, 1000)] = 4519,
    };

    /// <summary>Returns the figure, null where none was published.</summary>
    public static int? Find(string arm, int calls) =>
        Milliseconds.TryGetValue((arm, calls), out var found) ? found : null;
}
