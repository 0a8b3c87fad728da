using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using SfPerf.Client.Parameters;
using SfPerf.Client.Runs;

namespace SfPerf.Client.Commands;

/// <summary>The arguments that choose parameters, shared by <c>run</c> and <c>validate</c>.</summary>
internal sealed class ParameterArguments
{
    private readonly Argument<string?> _file = new("FILE")
    {
        Arity = ArgumentArity.ZeroOrOne,
        Description = "Parameter file: JSON with comments, or the original's App.config.",
    };

    private readonly Option<string[]> _set = new("--set")
    {
        Description = "Overrides one value; may be repeated.", HelpName = "NAME=VALUE", DefaultValueFactory = _ => [],
    };

    private readonly IReadOnlyList<string> _overrides;

    public ParameterArguments(Command command, IReadOnlyList<string> overrides, bool fileRequired)
    {
        _overrides = overrides;
        if (fileRequired)
            _file.Arity = ArgumentArity.ExactlyOne;
        command.Arguments.Add(_file);
        command.Options.Add(_set);
    }

    /// <summary>Reads and checks everything; problems go to the terminal, and then there are no parameters.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="terminal">For the problems.</param>
    /// <param name="more">Further settings, as of --set, that hold over it.</param>
    public RunPlan? Load(ParseResult parsed, Terminal terminal, params string[] more)
    {
        var file = parsed.GetValue(_file) ?? Locations.Find(Locations.DefaultParameterFile)
            ?? Locations.DefaultParameterFile;
        var sources = new ParameterSources(
            file, Environment.GetEnvironmentVariables(), [.. parsed.GetValue(_set) ?? [], .. more], _overrides);
        var set = ParameterLoader.Load(sources, out var problems);
        RunPlan? plan = null;
        if (problems.Count == 0)
            plan = RunPlan.Make(new RunParameters(set, Path.GetFileNameWithoutExtension(file)), file, out problems);
        if (problems.Count == 0)
            return plan;
        foreach (var problem in problems)
            terminal.Error.WriteLine(problem);
        var count = problems.Count == 1 ? "1 problem" : $"{problems.Count} problems";
        terminal.Error.WriteLine($"sfperf: {count} in the parameters; nothing was started.");
        return null;
    }
}
