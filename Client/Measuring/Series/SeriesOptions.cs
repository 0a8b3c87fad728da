using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.Commands;

namespace SfPerf.Client.Measuring.Series;

/// <summary>The options of the verbs that make many runs.</summary>
internal sealed class SeriesOptions
{
    private const string LengthParameter = "PhaseSecondsMax";
    private const int RerunsMax = 1000;
    private const int SecondsMax = 3600;

    private readonly Option<string> _folder = new("--out", "-o")
    {
        Description = "Folder that a folder of the runs is made in.", HelpName = "DIR",
        DefaultValueFactory = _ => "runs",
    };

    private readonly Option<int> _reruns = new("--reruns")
    {
        Description = $"How many noisy runs are measured again, each once, 0 to {RerunsMax}.",
        HelpName = "N", DefaultValueFactory = _ => 4,
    };

    private readonly Option<bool> _strict = new("--strict")
    {
        Description = "Ends with code 6 when runs that count were noisy or limited by the driver.",
    };

    private readonly Option<bool> _dryRun = new("--dry-run")
    {
        Description = "Shows every value with its origin, what would be done and how long it takes; starts nothing.",
    };

    private readonly Option<bool> _quiet = new("--quiet") { Description = "Shows no progress." };
    private readonly Option<string[]> _labels = LabelOption();
    private readonly Option<string> _format = SummaryFormats.Option();
    private readonly Option<int> _seconds;
    private readonly int _secondsMin;

    /// <summary>Adds the options.</summary>
    /// <param name="command">The verb.</param>
    /// <param name="seconds">How long a phase of a run lasts, unless the user says otherwise.</param>
    /// <param name="secondsMin">0 where a phase may also last as long as its operations take.</param>
    public SeriesOptions(Command command, int seconds, int secondsMin)
    {
        _secondsMin = secondsMin;
        _seconds = new Option<int>("--seconds")
        {
            Description = secondsMin > 0 ? $"Length of one try, {secondsMin} to {SecondsMax}."
                : $"Longest time of each phase of a run, 0 to {SecondsMax}; 0: until its operations are made.",
            HelpName = "SECONDS", DefaultValueFactory = _ => seconds,
        };
        foreach (var option in new Option[] { _seconds, _reruns, _strict, _dryRun, _folder, _quiet, _labels, _format })
            command.Options.Add(option);
    }

    /// <summary>Reads them.</summary>
    /// <exception cref="SfPerfException">One is out of range.</exception>
    public SeriesSettings Read(ParseResult parsed)
    {
        Require(parsed, _seconds, _secondsMin, SecondsMax);
        Require(parsed, _reruns, 0, RerunsMax);
        return new SeriesSettings(parsed.GetRequiredValue(_folder), parsed.GetValue(_reruns),
            parsed.GetValue(_strict), parsed.GetValue(_dryRun))
        {
            IsQuiet = parsed.GetValue(_quiet), IsJson = parsed.GetValue(_format) == SummaryFormats.Json,
            Labels = RunGate.ParseLabels(parsed.GetRequiredValue(_labels)),
        };
    }

    /// <summary>Makes the option that labels runs.</summary>
    public static Option<string[]> LabelOption() => new("--label")
    {
        Description = "A label of each run; may be repeated.", HelpName = "NAME=VALUE", DefaultValueFactory = _ => [],
    };

    /// <summary>Gets the length of a phase in seconds.</summary>
    public int Seconds(ParseResult parsed) => parsed.GetValue(_seconds);

    /// <summary>Gets the setting that limits each phase: none where the parameters have a limit of their own and the
    /// user gives no other.</summary>
    public string[] Limit(ParseResult parsed, RunParameters parameters) =>
        parsed.GetResult(_seconds) is { Implicit: false }
        || (parameters.PhaseSecondsMax == 0 && Seconds(parsed) > 0)
            ? [$"{LengthParameter}={Seconds(parsed)}"] : [];

    /// <summary>Refuses a number that is out of range.</summary>
    public static void Require(ParseResult parsed, Option<int> option, int lowest, int highest)
    {
        if (parsed.GetValue(option) is var value && (value < lowest || value > highest))
        {
            throw new SfPerfException(ExitCode.BadParameters,
                $"{option.Name} {value}: allowed is {lowest} to {highest}.");
        }
    }
}

/// <summary>Specifies how many runs in a row are measured.</summary>
/// <param name="Folder">The folder that a folder of the runs is made in.</param>
/// <param name="Reruns">How many noisy runs are measured again, all in all.</param>
/// <param name="IsStrict">Whether noisy runs beyond that, or a driver at its limit, reject the outcome.</param>
/// <param name="IsDryRun">Whether nothing is to be started.</param>
internal sealed record SeriesSettings(string Folder, int Reruns, bool IsStrict, bool IsDryRun)
{
    /// <summary>Gets whether no progress is shown.</summary>
    public bool IsQuiet { get; init; }

    /// <summary>Gets whether the result is one JSON object instead of text.</summary>
    public bool IsJson { get; init; }

    /// <summary>Gets the labels that the user gives each run.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>();

    /// <summary>Returns where text results go.</summary>
    public TextWriter Texts(Terminal terminal) => IsJson ? TextWriter.Null : terminal.Out;

    /// <summary>Returns where progress and notes go.</summary>
    public TextWriter Notes(Terminal terminal) => IsQuiet ? TextWriter.Null : terminal.Error;
}
