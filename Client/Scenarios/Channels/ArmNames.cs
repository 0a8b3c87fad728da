namespace SfPerf.Client.Scenarios.Channels;

internal static class ArmNames
{
    public const string Reused = "reused channel";
    public const string ChannelPerCall = "channel per call";
    public const string FactoryPerCall = "factory per call";
    public const string BareKept = "tcp kept";
    public const string BarePerCall = "tcp per call";
}
