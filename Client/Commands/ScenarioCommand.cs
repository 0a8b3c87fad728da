using System.CommandLine;
using SfPerf.Client.Scenarios.Channels;
using SfPerf.Client.Scenarios.Concurrency;
using SfPerf.Client.Scenarios.Failover;
using SfPerf.Client.Scenarios.Reminders;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf scenario NAME</c>: measurements that others published, made again on this machine, and what
/// faults do to the store.</summary>
internal static class ScenarioCommand
{
    public static Command Build(Terminal terminal, string[] overrides) =>
        new("scenario", "Makes a published measurement again and sets its figures beside the published ones, or "
            + "injects faults and tells how long the store was away.")
        {
            ConcurrencyCommand.Build(terminal, overrides), ChannelCommand.Build(terminal, overrides),
            FailoverCommand.Build(terminal, overrides), ReminderCommand.Build(terminal, overrides),
        };
}
