using System;
using System.CommandLine;
using System.CommandLine.Help;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Parameters;
using SfPerf.Commands;

namespace SfPerf.Client.Commands;

/// <summary>The verbs of <c>sfperf</c>, and how any failure becomes a message and an exit code.</summary>
internal static class CommandLine
{
    /// <summary>Runs the process's whole work; never throws.</summary>
    public static async Task<int> InvokeAsync(string[] args, Terminal terminal, CancellationToken token)
    {
        // "/Name:value" as the original wrote it is no option of the parser; take it out first.
        var overrides = args.Where(Overrides.IsOverride).ToArray();
        var rest = args.Where(a => !Overrides.IsOverride(a)).ToArray();
        if (rest.Length == 0 && overrides.Length > 0)
            rest = ["run"];

        var root = Build(terminal, overrides);
        var parsed = root.Parse(rest);
        if (parsed.Action is not HelpWithExamples && ParseErrors.Of(parsed) is { Count: > 0 } errors)
        {
            foreach (var error in errors)
                await terminal.Error.WriteLineAsync($"sfperf: {error}").ConfigureAwait(false);
            await terminal.Error.WriteLineAsync($"Run {ParseErrors.Path(parsed)} --help for what is allowed.")
                .ConfigureAwait(false);
            return (int)ExitCode.BadParameters;
        }

        var configuration = new InvocationConfiguration
        {
            Output = terminal.Out, Error = terminal.Error, EnableDefaultExceptionHandler = false,
            ProcessTerminationTimeout = null,
        };
        return (int)await GuardAsync(
            async () => (ExitCode)await parsed.InvokeAsync(configuration, token).ConfigureAwait(false),
            terminal, token).ConfigureAwait(false);
    }

    private static async Task<ExitCode> GuardAsync(
        Func<Task<ExitCode>> work, Terminal terminal, CancellationToken token)
    {
        try
        {
            return await work().ConfigureAwait(false);
        }
        catch (SfPerfException e)
        {
            await terminal.Error.WriteLineAsync($"sfperf: {e.Message}").ConfigureAwait(false);
            return e.Code;
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            await terminal.Error.WriteLineAsync("sfperf: cancelled.").ConfigureAwait(false);
            return ExitCode.Cancelled;
        }
        catch (Exception e)
        {
            await terminal.Error.WriteLineAsync($"sfperf: internal error, please report it: {e}").ConfigureAwait(false);
            return ExitCode.Internal;
        }
    }

    private static RootCommand Build(Terminal terminal, string[] overrides)
    {
        var root = new RootCommand("Measures reliable state: how fast it is, here, with this version.");
        // In the order in which a user comes to need them.
        root.Subcommands.Add(RunCommand.Build(terminal, overrides));
        root.Subcommands.Add(ValidateCommand.Build(terminal, overrides));
        root.Subcommands.Add(AbCommand.Build(terminal, overrides));
        root.Subcommands.Add(SweepCommand.Build(terminal, overrides));
        root.Subcommands.Add(CapacityCommand.Build(terminal, overrides));
        root.Subcommands.Add(ScenarioCommand.Build(terminal, overrides));
        root.Subcommands.Add(ChaosCommand.Build(terminal));
        root.Subcommands.Add(ListCommand.Build(terminal));
        root.Subcommands.Add(ListCommand.BuildShow(terminal));
        root.Subcommands.Add(CompareCommand.Build(terminal));
        root.Subcommands.Add(BaselineCommand.Build(terminal));
        root.Subcommands.Add(HistoryCommand.Build(terminal));
        root.Subcommands.Add(ReportCommand.Build(terminal));
        root.Subcommands.Add(ExportCommand.Build(terminal));
        root.Subcommands.Add(ExportCommand.BuildMerge(terminal));
        root.Subcommands.Add(SelfTestCommand.Build(terminal));
        root.Subcommands.Add(EnvCommand.Build(terminal));
        root.Subcommands.Add(ClusterCommand.Build(terminal));
        root.Subcommands.Add(PackageCommand.Build(terminal));
        root.Subcommands.Add(DeployCommand.Build(terminal));
        root.Subcommands.Add(SchemaCommand.Build(terminal));
        root.Options.OfType<VersionOption>().Single().Action = new VersionText(terminal);
        var help = root.Options.OfType<HelpOption>().Single();
        help.Action = new HelpWithExamples((HelpAction)help.Action!);
        return root;
    }
}
