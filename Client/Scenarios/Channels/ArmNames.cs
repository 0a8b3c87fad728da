using System.Collections.Generic;

namespace SfPerf.Client.Scenarios.Channels;

internal static class ArmNames
{
    public const string Reused = "reused channel";
    public const string ChannelPerCall = "channel per call";
    public const string FactoryPerCall = "factory per call";
    public const string BareKept = "tcp kept";
    public const string BarePerCall = "tcp per call";

    /// <summary>Gets each arm and the one it is compared with; null for those that others are compared with.</summary>
    public static IReadOnlyDictionary<string, string?> Bases { get; } = new Dictionary<string, string?>
    {
        [Reused] = null, [ChannelPerCall] = Reused, [FactoryPerCall] = Reused, [BareKept] = null,
        [BarePerCall] = BareKept,
    };
}
