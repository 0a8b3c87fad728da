using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Text.Json;
using SfPerf.Client.Measuring;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Parameters;
using SfPerf.Client.Telemetry;
using SfPerf.Commands;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Commands;

/// <summary>The arguments that choose parameters: a file, <c>--set</c>, <c>/Name:value</c>, and for a scenario an
/// option for each of its parameters.</summary>
internal sealed class ParameterArguments
{
    private readonly Argument<string?> _file = new("FILE")
    {
        Arity = ArgumentArity.ZeroOrOne,
        Description = "Parameter file: JSON with comments, the original's App.config, a workload of YCSB, or a saved "
            + "run.",
    };

    private readonly Option<string[]> _set = new("--set")
    {
        Description = "Sets one parameter, over the file; may be repeated.", HelpName = "NAME=VALUE",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<Uri?> _collector = OtlpExport.Option();
    private readonly IReadOnlyList<string> _overrides;
    private readonly List<(ParameterDefinition Definition, Option Option)> _options = [];
    private readonly HashSet<ParameterProblem> _told = [];

    public ParameterArguments(Command command, IReadOnlyList<string> overrides, bool fileRequired)
    {
        _overrides = overrides;
        if (fileRequired)
            _file.Arity = ArgumentArity.ExactlyOne;
        command.Arguments.Add(_file);
        command.Options.Add(_set);
    }

    /// <summary>Adds the options that stand for parameters of a scenario's catalogue.</summary>
    public void AddOptions(Command command, ParameterCatalogue catalogue)
    {
        if (catalogue != RunCatalogue.Instance)
            _file.Description = "Parameter file: JSON with comments.";
        foreach (var definition in catalogue.All.Where(d => d.Option is not null))
        {
            Option option = definition.Kind == ParameterKind.Boolean
                ? new Option<bool>(definition.Option!) { Description = definition.Meaning }
                : new Option<string?>(definition.Option!)
                {
                    Description = definition.Meaning
                        + (definition.AllowsAny ? "" : $" Allowed: {definition.Allowed}.")
                        + (definition.Default is { Length: > 0 } value ? $" [default: {value}]" : ""),
                    HelpName = definition.Kind switch
                    {
                        ParameterKind.Integer => "N",
                        ParameterKind.List => "VALUE,...",
                        _ => "VALUE",
                    },
                };
            command.Options.Add(option);
            _options.Add((definition, option));
        }
    }

    /// <summary>Adds the option that names an OpenTelemetry collector.</summary>
    public void AddCollector(Command command) => command.Options.Add(_collector);

    /// <summary>Returns the collector that was named; null for none.</summary>
    public Uri? Collector(ParseResult parsed) => parsed.GetValue(_collector);

    /// <summary>Reads and checks the parameters of a run and finds what they name; problems go to the terminal, and
    /// then there is no plan.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="terminal">For the problems.</param>
    /// <param name="more">Further settings, as of --set, that hold over all others.</param>
    public RunPlan? Load(ParseResult parsed, Terminal terminal, params string[] more) =>
        LoadGiven(parsed, terminal, Overrides.SetOption, more);

    /// <summary>Does the same; <paramref name="more"/> was given by another option, which problems name.</summary>
    public RunPlan? LoadGiven(ParseResult parsed, Terminal terminal, string option, params string[] more)
    {
        var file = File(parsed) ?? Locations.Find(Locations.DefaultParameterFile) ?? Locations.DefaultParameterFile;
        return LoadSet(parsed, file, RunCatalogue.Instance, terminal, option, more) is { } set
            && Plan(set, file, terminal) is { } plan
            ? plan with { Collector = Collector(parsed) } : null;
    }

    /// <summary>Reads and checks the parameters of a scenario, with or without a file; null after problems.</summary>
    public ParameterSet? LoadScenario(ParseResult parsed, ParameterCatalogue catalogue, Terminal terminal) =>
        LoadSet(parsed, File(parsed), catalogue, terminal, Overrides.SetOption);

    /// <summary>Checks a file of any kind, that of a run with every point of its axes; returns whether it is valid.
    /// </summary>
    public bool Validate(ParseResult parsed, Terminal terminal)
    {
        var file = File(parsed)!;
        if (LoadSet(parsed, file, null, terminal, Overrides.SetOption) is not { } set)
            return false;
        return set.Catalogue != RunCatalogue.Instance || (Plan(set, file, terminal) is not null
            && SweepAxis.Combine(SweepAxis.Of(set)).All(point => LoadSet(parsed, file, RunCatalogue.Instance, terminal,
                Overrides.SetOption, [.. SweepPoint.Assignments(point)]) is not null));
    }

    /// <summary>Returns the file that was named, or the one of that name that comes with the product; null for none.
    /// </summary>
    public string? File(ParseResult parsed) =>
        parsed.GetValue(_file) is { } file ? Locations.Sample(file) ?? file : null;

    private ParameterSet? LoadSet(ParseResult parsed, string? file, ParameterCatalogue? catalogue, Terminal terminal,
        string option, params string[] more)
    {
        var sources = new ParameterSources(
            file, Environment.GetEnvironmentVariables(), parsed.GetValue(_set) ?? [], _overrides)
        {
            Varied = more, VariedBy = option,
            Options = [.. _options.Select(o => Given(parsed, o.Definition, o.Option)).OfType<RawParameter>()],
        };
        var set = ParameterLoader.Load(sources, catalogue, out var problems);
        // A verb of many runs loads the same file for each.
        foreach (var note in set.Notes.Where(n => _told.Add(n)))
            terminal.Error.WriteLine(note);
        return Tell(problems, terminal) ? null : set;
    }

    private static RunPlan? Plan(ParameterSet set, string file, Terminal terminal)
    {
        var plan = RunPlan.Make(
            new RunParameters(set, Path.GetFileNameWithoutExtension(file)), file, out var problems);
        return Tell(problems, terminal) ? null : plan;
    }

    private static RawParameter? Given(ParseResult parsed, ParameterDefinition definition, Option option)
    {
        if (parsed.GetResult(option) is null or { Implicit: true })
            return null;
        var text = option is Option<string?> valued ? parsed.GetValue(valued) ?? ""
            : parsed.GetValue((Option<bool>)option) ? "true" : "false";
        text = definition.Choices.FirstOrDefault(c => c.Equals(text, StringComparison.OrdinalIgnoreCase)) ?? text;
        return new RawParameter(definition.Name, text, JsonValueKind.Undefined,
            new ParameterOrigin(OriginKind.CommandLine, definition.Option!));
    }

    private static bool Tell(IReadOnlyList<ParameterProblem> problems, Terminal terminal)
    {
        foreach (var problem in problems)
            terminal.Error.WriteLine(problem);
        var count = problems.Count == 1 ? "1 problem" : $"{problems.Count} problems";
        if (problems.Count > 0)
            terminal.Error.WriteLine($"sfperf: {count} in the parameters; nothing was started.");
        return problems.Count > 0;
    }
}
