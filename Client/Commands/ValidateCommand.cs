using System.CommandLine;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf validate FILE</c>: checks parameters and starts nothing.</summary>
internal static class ValidateCommand
{
    public static Command Build(Terminal terminal, string[] overrides)
    {
        var command = new Command("validate", "Checks a parameter file and starts nothing.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: true);
        command.SetAction(parsed =>
        {
            if (arguments.Load(parsed, terminal) is not { } plan)
                return (int)ExitCode.BadParameters;
            terminal.Out.WriteLine($"{plan.File}: valid.");
            return (int)ExitCode.Ok;
        });
        return command;
    }
}
