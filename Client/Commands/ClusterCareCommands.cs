using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Cluster.Control;
using SfPerf.Client.Rest;
using SfPerf.Commands;
using SfPerf.Fabric.Gateway;
using SfPerf.Platform;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf cluster logs|move|restart</c>: looking into a cluster that stays, and moving its parts.</summary>
internal static class ClusterCareCommands
{
    private const int LinesUsual = 50;
    private const int LinesMax = 1_000_000;
    private static readonly TimeSpan RestartLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan RestartStep = TimeSpan.FromMilliseconds(100);

    public static Command Logs(Terminal terminal)
    {
        var what = new Argument<string?>("WHAT")
        {
            Arity = ArgumentArity.ZeroOrOne,
            Description = "A node, as _Node_1, or a service, as fabric:/SfPerf/StatefulStore; without it: the manager.",
        };
        var follow = new Option<bool>("--follow", "-f") { Description = "Goes on until Ctrl+C." };
        var lines = new Option<int>("--lines")
        {
            Description = $"The last lines of each log, 0 to {LinesMax}.", HelpName = "N",
            DefaultValueFactory = _ => LinesUsual,
        };
        var command = new Command("logs", "Shows the log of the manager, of a node, or of the processes of a "
            + "service: when they started and ended, and what they printed. Also of a cluster that has stopped.")
        {
            what, follow, lines,
        };
        command.SetAction(async (parsed, token) =>
        {
            if (parsed.GetValue(lines) is < 0 or > LinesMax)
            {
                throw new SfPerfException(ExitCode.BadParameters, $"--lines {parsed.GetValue(lines)}: allowed is 0 to "
                    + $"{LinesMax}.");
            }

            var logs = new ClusterLogs(StandingCluster.Folder);
            var found = logs.Find(parsed.GetValue(what), out var allowed);
            if (found.Count == 0)
            {
                throw new SfPerfException(ExitCode.BadParameters,
                    $"There is no log of '{parsed.GetValue(what) ?? "manager"}'. {allowed}");
            }

            await ClusterLogs.WriteAsync(found, parsed.GetValue(lines), parsed.GetValue(follow), terminal.Out,
                TimeProvider.System, token).ConfigureAwait(false);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    public static Command Move(Terminal terminal)
    {
        var service = new Argument<string>("SERVICE")
        {
            Description = "Name of the service, as fabric:/SfPerf/StatefulStore, or StatefulStore where only one is.",
        };
        var node = new Argument<string?>("NODE")
        {
            Arity = ArgumentArity.ZeroOrOne,
            Description = "A node with a secondary of it, as _Node_1; without it: any.",
        };
        var partition = new Option<Guid?>("--partition")
        {
            Description = "Id of the partition, as status shows it, where the service has several.", HelpName = "ID",
        };
        var command = new Command("move", "Makes a secondary of a service its primary, in order: nothing is lost and "
            + "no process ends.")
        {
            service, node, partition,
        };
        var elsewhere = ClusterCommand.Elsewhere(command);
        command.SetAction(async (parsed, token) =>
        {
            using var cluster = await ClusterCommand.ControlAsync(elsewhere, parsed, token).ConfigureAwait(false);
            var (from, to) = await cluster.MoveAsync(parsed.GetRequiredValue(service), parsed.GetValue(partition),
                parsed.GetValue(node), token).ConfigureAwait(false);
            await terminal.Out.WriteLineAsync($"The primary of {parsed.GetRequiredValue(service)} moved from {from} to "
                + $"{to}.").ConfigureAwait(false);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    public static Command Restart(Terminal terminal)
    {
        var host = new Argument<string>("HOST")
        {
            Description = "A process of a service, as status shows it: its number, or NODE/PROGRAM. Of a cluster "
                + "elsewhere: a node, with all its processes.",
        };
        var command = new Command("restart", "Kills a process of a service (kill -9) and waits until its node has "
            + "started it again; of a cluster elsewhere, restarts a node.")
        {
            host,
        };
        var elsewhere = ClusterCommand.Elsewhere(command);
        command.SetAction(async (parsed, token) =>
        {
            if (elsewhere.Elsewhere(parsed) is { } endpoint)
            {
                return await RestartNodeAsync(endpoint, parsed.GetRequiredValue(host), terminal, token)
                    .ConfigureAwait(false);
            }

            using var gateway = await ClusterCommand.ConnectAsync(token).ConfigureAwait(false);
            var hosts = HostsOf(await gateway.StatusAsync(token).ConfigureAwait(false));
            var name = parsed.GetRequiredValue(host);
            if (hosts.Find(h => h.Name == name || h.Pid.ToString((IFormatProvider?)null) == name) is not { } chosen)
            {
                throw new SfPerfException(ExitCode.BadParameters, $"There is no process '{name}'. "
                    + Suggestion.For(name, [.. hosts.Select(h => h.Name)]));
            }

            var begun = TimeProvider.System.GetTimestamp();
            ProcessControl.Kill(chosen.Pid);
            var again = await AgainAsync(gateway, chosen, token).ConfigureAwait(false);
            var seconds = TimeProvider.System.GetElapsedTime(begun).TotalSeconds;
            await terminal.Out.WriteLineAsync($"{chosen.Name} runs again after {seconds:0.0} s: process {chosen.Pid} "
                + $"is now {again}.").ConfigureAwait(false);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static async Task<int> RestartNodeAsync(
        RestEndpoint endpoint, string node, Terminal terminal, CancellationToken token)
    {
        using var cluster = new RestControl(new RestGateway(endpoint), TimeProvider.System);
        var begun = TimeProvider.System.GetTimestamp();
        await cluster.RestartNodeAsync(node, token).ConfigureAwait(false);
        var seconds = TimeProvider.System.GetElapsedTime(begun).TotalSeconds;
        await terminal.Out.WriteLineAsync($"{node} is up again after {seconds:0.0} s.").ConfigureAwait(false);
        return (int)ExitCode.Ok;
    }

    private static async Task<int> AgainAsync(Gateway gateway, ServiceHost old, CancellationToken token)
    {
        var begun = TimeProvider.System.GetTimestamp();
        while (TimeProvider.System.GetElapsedTime(begun) < RestartLimit)
        {
            if (HostsOf(await gateway.StatusAsync(token).ConfigureAwait(false))
                .Find(h => h.Name == old.Name && h.Pid != old.Pid && h.IsReady) is { } again)
            {
                return again.Pid;
            }

            await Task.Delay(RestartStep, TimeProvider.System, token).ConfigureAwait(false);
        }

        throw new SfPerfException(ExitCode.Unreachable, $"{old.Name} was not started again within "
            + $"{RestartLimit.TotalSeconds} s: sfperf cluster logs {old.Name.Split('/')[0]} says why.");
    }

    private static List<ServiceHost> HostsOf(ClusterView status) =>
        [.. status.Nodes.SelectMany(n => (n.Hosts ?? [])
            .Select(h => new ServiceHost($"{n.Name}/{h.Program}", h.Pid, h.Status == "Ready")))];

    private sealed record ServiceHost(string Name, int Pid, bool IsReady);
}
