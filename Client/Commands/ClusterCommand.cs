using System.CommandLine;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Cluster.Control;
using SfPerf.Client.Output;
using SfPerf.Client.Rest;
using SfPerf.Commands;
using SfPerf.Fabric.Gateway;
using SfPerf.Platform;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf cluster start|status|stop|reset|kill|recover</c> and others: a local cluster that
/// stays.</summary>
internal static class ClusterCommand
{
    private const int GatewayPort = 19080;
    private const int ClientPort = 19000;
    private const int ReverseProxyPort = 19081;

    public static Command Build(Terminal terminal)
    {
        var command = new Command("cluster", "A local cluster that stays until it is stopped.");
        command.Subcommands.Add(Start(terminal));
        command.Subcommands.Add(ClusterCertificateCommand.Build(terminal));
        command.Subcommands.Add(Status(terminal));
        command.Subcommands.Add(Health(terminal));
        command.Subcommands.Add(ClusterApplicationCommands.Deploy(terminal, ConnectAsync));
        command.Subcommands.Add(ClusterApplicationCommands.Remove(terminal));
        command.Subcommands.Add(Simple("stop", "Stops the cluster; its state stays on disk.",
            async token => await StopAsync(terminal, token).ConfigureAwait(false)));
        command.Subcommands.Add(Simple("reset", "Deletes all service state and deploys the same applications anew.",
            async token => await ResetAsync(terminal, token).ConfigureAwait(false)));
        command.Subcommands.Add(ClusterCareCommands.Logs(terminal));
        command.Subcommands.Add(ClusterCareCommands.Move(terminal));
        command.Subcommands.Add(ClusterCareCommands.Restart(terminal));
        command.Subcommands.Add(Kill(terminal));
        command.Subcommands.Add(Recover(terminal));
        return command;
    }

    private static Command Simple(string name, string description, System.Func<CancellationToken, Task> work)
    {
        var command = new Command(name, description);
        command.SetAction(async (_, token) =>
        {
            await work(token).ConfigureAwait(false);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static Command Start(Terminal terminal)
    {
        var nodes = new Option<int>("--nodes") { Description = "1, 3 or 5.", DefaultValueFactory = _ => 5 };
        nodes.AcceptOnlyFromAmong("1", "3", "5");
        var gateway = new Option<int>("--gateway-port")
        {
            Description = "Port of the HTTP gateway; 0: any free one.", HelpName = "PORT",
            DefaultValueFactory = _ => GatewayPort,
        };
        var client = new Option<int>("--client-port")
        {
            Description = "Port of the client endpoint; 0: any free one.", HelpName = "PORT",
            DefaultValueFactory = _ => ClientPort,
        };
        var proxy = new Option<int>("--reverse-proxy-port")
        {
            Description = "Port of the reverse proxy; 0: none.", HelpName = "PORT",
            DefaultValueFactory = _ => ReverseProxyPort,
        };
        var data = new Option<string?>("--data")
        {
            Description = "Folder of all the cluster's state: new, empty, or a cluster's; without it: the user's own "
                + "folder (SFPERF_HOME).",
            HelpName = "DIR",
        };
        var durability = new Option<string>("--durability")
        {
            Description = "What an acknowledged write survives: Fsync, a power cut; ProcessCrash, kill -9 only (it is "
                + "in the page cache).",
            DefaultValueFactory = _ => "Fsync",
        };
        durability.AcceptOnlyFromAmong("Fsync", "ProcessCrash");
        var reset = new Option<bool>("--reset") { Description = "Deletes the state of the last cluster first." };
        var users = new Option<string[]>("--allow-user")
        {
            Description = "Another user of this machine, by name or number, who may use the cluster. May be repeated.",
            HelpName = "USER", DefaultValueFactory = _ => [],
        };
        var properties = new Option<string[]>("--node-property")
        {
            Description = "A property of a node that placement constraints may ask for. May be repeated.",
            HelpName = "NODE:NAME=VALUE", DefaultValueFactory = _ => [],
        };
        var byToken = new Option<bool>("--token")
        {
            Description = "Makes the file admission.token, whose content lets other users in.",
        };
        var logFormat = new Option<string>("--log-format")
        {
            Description = "How the logs are written: text, for people, or json, one object a line, for programs.",
            DefaultValueFactory = _ => "text",
        };
        logFormat.AcceptOnlyFromAmong("text", "json");
        var command = new Command("start", "Starts a cluster that sfperf run then uses.")
        {
            nodes, data, gateway, client, proxy, durability, reset, users, byToken, properties, logFormat,
        };
        var secure = new SecureGatewayOptions();
        secure.AddTo(command);
        command.SetAction(async (parsed, token) =>
        {
            if (await StandingCluster.FindAsync(token).ConfigureAwait(false) is { } running)
            {
                throw new SfPerfException(ExitCode.Unreachable,
                    $"A cluster runs already: process {running.Pid}, {running.Gateway}. "
                    + "Stop it with sfperf cluster stop.");
            }

            StandingCluster.Keep(parsed.GetValue(data));
            var start = new ClusterStart(StandingCluster.Folder, parsed.GetValue(nodes), parsed.GetValue(gateway),
                parsed.GetValue(client), parsed.GetValue(durability), Stays: true, Deployment: null,
                parsed.GetValue(reset))
            {
                AllowedUsers = parsed.GetRequiredValue(users), Token = parsed.GetValue(byToken),
                NodeProperties = parsed.GetRequiredValue(properties),
                ReverseProxyPort = parsed.GetValue(proxy), GatewayOptions = secure.Given(parsed),
                LogFormat = parsed.GetValue(logFormat) == "json" ? "Json" : "Text",
            };
            var process = await ClusterProcess.StartAsync(start, token).ConfigureAwait(false);
            await using (process.ConfigureAwait(false))
            {
                await terminal.Out.WriteLineAsync(
                    $"Cluster of {start.Nodes} node{(start.Nodes == 1 ? "" : "s")} is ready after "
                    + $"{process.Info.Seconds:0.0} s: {process.Info.Gateway}, "
                    + (process.Info.HttpsGateway.Length > 0 ? process.Info.HttpsGateway + ", " : "")
                    + $"client endpoint {process.Info.ClientEndpoint}, durability {process.Info.Durability}, process "
                    + $"{process.Info.Pid}.").ConfigureAwait(false);
                if (process.Info.Problem.Length > 0)
                {
                    await terminal.Error.WriteLineAsync(
                        $"Not everything serves yet. {process.Info.Problem}").ConfigureAwait(false);
                }
            }

            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static Command Status(Terminal terminal)
    {
        var format = new Option<string>("--format")
        {
            Description = "text or json.", DefaultValueFactory = _ => "text",
        };
        format.AcceptOnlyFromAmong("text", "json");
        var command = new Command("status", "Shows nodes, processes, services, partitions and replicas.") { format };
        var elsewhere = Elsewhere(command);
        command.SetAction(async (parsed, token) =>
        {
            using var cluster = await ControlAsync(elsewhere, parsed, token).ConfigureAwait(false);
            var status = await cluster.StatusAsync(token).ConfigureAwait(false);
            if (parsed.GetValue(format) == "json")
                await terminal.Out.WriteLineAsync(Gateway.Text(status)).ConfigureAwait(false);
            else
                ClusterStatusText.Write(status, terminal.Out);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static Command Health(Terminal terminal)
    {
        var format = new Option<string>("--format")
        {
            Description = "text or json.", DefaultValueFactory = _ => "text",
        };
        format.AcceptOnlyFromAmong("text", "json");
        var command = new Command("health", "Shows what the cluster and its services report of their health.")
        {
            format,
        };
        var elsewhere = Elsewhere(command);
        command.SetAction(async (parsed, token) =>
        {
            using var cluster = await ControlAsync(elsewhere, parsed, token).ConfigureAwait(false);
            var status = await cluster.StatusAsync(token).ConfigureAwait(false);
            if (parsed.GetValue(format) == "json")
            {
                await terminal.Out.WriteLineAsync(Gateway.Text(status.HealthEvents)).ConfigureAwait(false);
            }
            else
            {
                ClusterHealthText.Write(status, terminal.Out);
            }

            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static Command Kill(Terminal terminal)
    {
        var node = new Argument<string>("NODE") { Description = "Name of the node, as _Node_1." };
        var service = new Argument<string>("SERVICE")
        {
            Description = "Name of the service, as fabric:/SfPerf/StatefulStore, or StatefulStore where only one is.",
        };
        var killNode = new Command("node", "Kills a node and its hosts (kill -9); they start again by themselves.")
        {
            node,
        };
        var killPrimary = new Command("primary", "Kills the host process of a service's primary (kill -9).")
        {
            service,
        };
        killNode.SetAction((parsed, token) =>
            KillAsync(terminal, new() { Node = parsed.GetRequiredValue(node) }, token));
        killPrimary.SetAction((parsed, token) =>
            KillAsync(terminal, new() { Primary = parsed.GetRequiredValue(service) }, token));
        return new Command("kill", "Kills a node or a primary, to see what a run makes of it.")
        {
            killNode, killPrimary,
        };
    }

    private static async Task<int> KillAsync(Terminal terminal, KillRequest what, CancellationToken token)
    {
        using var gateway = await ConnectAsync(token).ConfigureAwait(false);
        var answer = await gateway.KillAsync(what, token).ConfigureAwait(false);
        await terminal.Out.WriteLineAsync($"Killed: {string.Join(", ", answer.Killed)}.").ConfigureAwait(false);
        return (int)ExitCode.Ok;
    }

    private static Command Recover(Terminal terminal)
    {
        var partition = new Argument<string>("PARTITION") { Description = "Id of the partition, as status shows it." };
        var command = new Command("recover",
            "Gives up what only the missing replicas of a partition in quorum loss hold, so that it serves again.")
        {
            partition,
        };
        var elsewhere = Elsewhere(command);
        command.SetAction(async (parsed, token) =>
        {
            using var cluster = await ControlAsync(elsewhere, parsed, token).ConfigureAwait(false);
            var id = parsed.GetRequiredValue(partition);
            await cluster.RecoverAsync(id, token).ConfigureAwait(false);
            await terminal.Out.WriteLineAsync(
                $"Partition {id} goes on without the replicas that are missing.").ConfigureAwait(false);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static async Task ResetAsync(Terminal terminal, CancellationToken token)
    {
        using var gateway = await ConnectAsync(token).ConfigureAwait(false);
        var answer = await gateway.ResetAsync(token).ConfigureAwait(false);
        await terminal.Out.WriteLineAsync($"Reset after {answer.Seconds:0.0} s.").ConfigureAwait(false);
    }

    private static async Task StopAsync(Terminal terminal, CancellationToken token)
    {
        var info = StandingCluster.Read(Path.Combine(StandingCluster.Folder, "cluster.json"));
        var end = info is null || !ProcessControl.IsAlive(info.Pid) ? ClusterEnd.Before
            : await StandingCluster.StopAsync(info, token).ConfigureAwait(false);
        await terminal.Out.WriteLineAsync(end switch
        {
            ClusterEnd.Before => "No cluster runs.",
            ClusterEnd.InOrder => "Stopped.",
            _ => $"Stopped: its manager, process {info!.Pid}, did not end in order and was killed. The cluster keeps "
                + "its state.",
        }).ConfigureAwait(false);
    }

    /// <summary>Adds the options of a verb that a cluster elsewhere can do, too.</summary>
    internal static GatewayOptions Elsewhere(Command command)
    {
        var options = new GatewayOptions("without it: the cluster that sfperf cluster start has started.");
        options.AddTo(command);
        return options;
    }

    /// <summary>Connects to the cluster that the options name, or to the one that stays.</summary>
    /// <exception cref="SfPerfException">None runs, or the options are wrong.</exception>
    internal static async Task<IClusterControl> ControlAsync(
        GatewayOptions options, ParseResult parsed, CancellationToken token) =>
        options.Elsewhere(parsed) is { } endpoint
            ? new RestControl(new RestGateway(endpoint), System.TimeProvider.System)
            : new GatewayControl(await ConnectAsync(token).ConfigureAwait(false));

    /// <summary>Connects to the cluster that stays.</summary>
    /// <exception cref="SfPerfException">None runs.</exception>
    internal static async Task<Gateway> ConnectAsync(CancellationToken token)
    {
        var info = await StandingCluster.FindAsync(token).ConfigureAwait(false)
            ?? throw new SfPerfException(ExitCode.Unreachable, "No cluster runs. Start one with sfperf cluster start.");
        return new Gateway(info.Gateway);
    }
}
