using SfPerf.Commands.Parameters;

namespace SfPerf.Scenarios.Channels;

/// <summary>The parameters of <c>wcf-channel</c>.</summary>
internal static class ChannelCatalogue
{
    public const string Name = "wcf-channel";
    private const int CallsMaximum = 1_000_000;

    public static ParameterCatalogue Instance { get; } = ScenarioCatalogue.Of(Name,
    [
        Define.List("CallCounts", Define.Integer("CallCounts", 1, CallsMaximum, null, ""), "10,100,1000",
            "Calls of a block, one block of each.", "--calls"),
        Define.Integer("NumWarmUpCalls", 1, CallsMaximum, 1000, "Calls of each arm before the first round.",
            "--warmup"),
        Define.Integer("MaxConnections", 0, 1000, 10,
            "Unused connections that a factory and the server keep; with 0 every channel makes its own.",
            "--max-connections"),
    ]);
}
