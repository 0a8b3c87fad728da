using System.CommandLine;
using SfPerf.Client.Scenarios.Channels;
using SfPerf.Client.Scenarios.Concurrency;

namespace SfPerf.Client.Scenarios;

/// <summary><c>sfperf scenario NAME</c>: measurements that others published, made again on this machine.</summary>
internal static class ScenarioVerb
{
    public static Command Build(Terminal terminal, string[] overrides) =>
        new("scenario", "Makes a published measurement again and sets its figures beside the published ones.")
        {
            ConcurrencyVerb.Build(terminal, overrides), ChannelVerb.Build(terminal, overrides),
        };
}
