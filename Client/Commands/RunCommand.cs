using System;
using System.CommandLine;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Output;
using SfPerf.Client.Runs;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf run [FILE]</c>: measures and saves.</summary>
internal static class RunCommand
{
    public static Command Build(Terminal terminal, string[] overrides)
    {
        var format = new Option<string>("--format")
        {
            Description = "json (run.json's content), legacy (the original's two lines), or table: both lines and a table.",
            DefaultValueFactory = _ => OutputFormats.Table,
        };
        format.AcceptOnlyFromAmong(OutputFormats.All);
        var dryRun = new Option<bool>("--dry-run")
        {
            Description = "Shows every value with its origin and what would be done, and starts nothing.",
        };
        var folder = new Option<string>("--out")
        {
            Description = "Folder that the run's own folder is made in.", HelpName = "DIR",
            DefaultValueFactory = _ => "runs",
        };
        var quiet = new Option<bool>("--quiet") { Description = "Shows no progress." };
        var command = new Command("run", "Measures and saves the result; without FILE: Parameters/local1.json.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: false);
        command.Options.Add(format);
        command.Options.Add(dryRun);
        command.Options.Add(folder);
        command.Options.Add(quiet);
        command.SetAction(async (parsed, token) =>
        {
            if (arguments.Load(parsed, terminal) is not { } plan)
                return (int)ExitCode.BadParameters;
            var chosen = parsed.GetRequiredValue(format);
            if (parsed.GetValue(dryRun))
            {
                DryRun.Write(plan, chosen == OutputFormats.Json, terminal.Out);
                return (int)ExitCode.Ok;
            }

            var output = new RunOutput(chosen, parsed.GetRequiredValue(folder), terminal);
            return (int)await RunAsync(plan, output, parsed.GetValue(quiet), token).ConfigureAwait(false);
        });
        return command;
    }

    private static async Task<ExitCode> RunAsync(
        RunPlan plan, RunOutput output, bool quiet, CancellationToken token)
    {
        var time = TimeProvider.System;
        using var view = ProgressViews.Create(output.Terminal, quiet, time);
        output.CheckFolder();
        return plan.Deployment is null
            ? await SimulateAsync(plan, output, view, time, token).ConfigureAwait(false)
            : await MeasureAsync(plan, plan.Deployment, output, view, time, token).ConfigureAwait(false);
    }

    private static async Task<ExitCode> SimulateAsync(
        RunPlan plan, RunOutput output, IProgressView view, TimeProvider time, CancellationToken token)
    {
        var session = new SimulatedSession(plan.Parameters, time);
        await using (session.ConfigureAwait(false))
        {
            var measured = await RunEngine.MeasureAsync(session, plan.Parameters, view, time, token)
                .ConfigureAwait(false);
            return output.Finish(plan, measured, ClusterFacts.None, view);
        }
    }

    private static async Task<ExitCode> MeasureAsync(RunPlan plan, Deployment deployment, RunOutput output,
        IProgressView view, TimeProvider time, CancellationToken token)
    {
        var lease = await ClusterLease.TakeAsync(plan.Parameters, deployment, view, token).ConfigureAwait(false);
        await using (lease.ConfigureAwait(false))
        {
            var facts = await ClusterFacts.ReadAsync(lease.GatewayAddress, token).ConfigureAwait(false);
            var drivers = await DriverConnection.ConnectAsync(
                lease.ClientEndpoint, new Uri(facts.Application + "/LoadDriver"), plan.Parameters.Clients, token)
                .ConfigureAwait(false);
            var session = new DriverSession(plan.Parameters, drivers, facts.Application + "/StatefulStore");
            Measurement measured;
            await using (session.ConfigureAwait(false))
                measured = await RunEngine.MeasureAsync(session, plan.Parameters, view, time, token)
                    .ConfigureAwait(false);
            return output.Finish(plan, measured, facts, view);
        }
    }
}
