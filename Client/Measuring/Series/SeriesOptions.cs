using System.CommandLine;
using SfPerf.Client.Parameters;
using SfPerf.Commands;

namespace SfPerf.Client.Measuring.Series;

/// <summary>The options of the verbs that make many runs.</summary>
internal sealed class SeriesOptions
{
    private const string LengthParameter = "PhaseSecondsMax";
    private const int RerunsMax = 1000;
    private const int SecondsMax = 3600;

    private readonly Option<string> _folder = new("--out")
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
        foreach (var option in new Option[] { _seconds, _reruns, _strict, _dryRun, _folder })
            command.Options.Add(option);
    }

    /// <summary>Reads them.</summary>
    /// <exception cref="SfPerfException">One is out of range.</exception>
    public SeriesSettings Read(ParseResult parsed)
    {
        Require(parsed, _seconds, _secondsMin, SecondsMax);
        Require(parsed, _reruns, 0, RerunsMax);
        return new SeriesSettings(parsed.GetRequiredValue(_folder), parsed.GetValue(_reruns),
            parsed.GetValue(_strict), parsed.GetValue(_dryRun));
    }

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
            throw new SfPerfException(ExitCode.BadParameters,
                $"{option.Name} {value}: allowed is {lowest} to {highest}.");
    }
}

/// <summary>How many runs in a row are measured.</summary>
/// <param name="Folder">The folder that a folder of the runs is made in.</param>
/// <param name="Reruns">How many noisy runs are measured again, all in all.</param>
/// <param name="IsStrict">Whether noisy runs beyond that, or a driver at its limit, reject the outcome.</param>
/// <param name="IsDryRun">Whether nothing is to be started.</param>
internal sealed record SeriesSettings(string Folder, int Reruns, bool IsStrict, bool IsDryRun);
