using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;

namespace SfPerf.Client.Scenarios;

/// <summary>The options that every scenario has.</summary>
internal sealed class ScenarioOptions
{
    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = "Rounds, 1 to 1000; every arm runs once in each, in turning order. One gives no interval.",
        DefaultValueFactory = _ => 5,
    };

    private readonly Option<string> _folder = new("--out")
    {
        Description = "Folder that a run for each round is saved in.", HelpName = "DIR",
        DefaultValueFactory = _ => "runs",
    };

    private readonly Option<bool> _quiet = new("--quiet") { Description = "Shows no progress." };

    private readonly Option<string[]> _failOn = new("--fail-on")
    {
        Description = "Outcomes of an expectation that end with code 99: contradicted, inconclusive.",
        DefaultValueFactory = _ => [], AllowMultipleArgumentsPerToken = true,
    };

    public ScenarioOptions(Command command)
    {
        _failOn.AcceptOnlyFromAmong("contradicted", "inconclusive");
        foreach (var option in new Option[] { _rounds, _folder, _quiet, _failOn })
            command.Options.Add(option);
    }

    /// <summary>What the user chose, checked.</summary>
    public ScenarioSettings Read(ParseResult parsed, Terminal terminal) => new()
    {
        Rounds = InRange(parsed, _rounds, 1, 1000),
        Folder = parsed.GetRequiredValue(_folder),
        Progress = parsed.GetValue(_quiet) ? TextWriter.Null : terminal.Error,
        FailOn = [.. parsed.GetRequiredValue(_failOn).Select(f => Enum.Parse<Outcome>(f, ignoreCase: true))],
    };

    /// <summary>The value of an option that has bounds.</summary>
    public static int InRange(ParseResult parsed, Option<int> option, int min, int max) =>
        parsed.GetValue(option) is var value && value >= min && value <= max ? value
        : throw new SfPerfException(ExitCode.BadParameters, $"{option.Name} {value}: allowed is {min} to {max}.");

    /// <summary>The distinct parts of a list such as <c>10,100</c>.</summary>
    public static IReadOnlyList<T> ListOf<T>(ParseResult parsed, Option<string> option, Func<string, T?> parse)
        where T : struct
    {
        var text = parsed.GetRequiredValue(option);
        T?[] parts = [.. text.Split(',').Select(p => parse(p.Trim()))];
        return parts.All(p => p is not null) ? [.. parts.Select(p => p!.Value).Distinct()]
            : throw new SfPerfException(ExitCode.BadParameters, $"{option.Name} {text}: {option.Description}");
    }
}
