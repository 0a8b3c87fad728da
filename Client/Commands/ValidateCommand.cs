using System.CommandLine;
using SfPerf.Commands;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf validate FILE</c>: checks parameters, or saved runs, and starts nothing.</summary>
internal static class ValidateCommand
{
    public static Command Build(Terminal terminal, string[] overrides)
    {
        var command = new Command("validate", "Checks a parameter file, of a run or of a scenario, or saved runs; "
            + "starts nothing.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: true);
        command.SetAction(parsed =>
        {
            if (arguments.File(parsed) is { } file && SavedRuns.Are(file))
                return Paths.Guard(() => (int)SavedRuns.Validate(file, terminal));
            if (!arguments.Validate(parsed, terminal))
                return (int)ExitCode.BadParameters;
            terminal.Out.WriteLine($"{arguments.File(parsed)}: valid.");
            return (int)ExitCode.Ok;
        });
        return command;
    }
}
