using System.CommandLine;
using SfPerf.Client.Parameters;
using SfPerf.Commands;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf schema [NAME]</c>: prints the JSON Schema of a parameter file.</summary>
internal static class SchemaCommand
{
    public static Command Build(Terminal terminal)
    {
        var name = new Argument<string>("NAME")
        {
            Description = "What reads the file.", DefaultValueFactory = _ => Catalogues.Run,
        };
        name.AcceptOnlyFromAmong([.. Catalogues.All.Keys]);
        var command = new Command("schema", "Prints the JSON Schema of parameter files, of a run or of a scenario.")
        {
            name,
        };
        command.SetAction(parsed =>
        {
            terminal.Out.Write(ParameterSchema.Of(Catalogues.All[parsed.GetRequiredValue(name)]));
            return (int)ExitCode.Ok;
        });
        return command;
    }
}
