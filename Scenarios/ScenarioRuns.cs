using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Commands;
using SfPerf.Reports.Runs;

namespace SfPerf.Scenarios;

/// <summary>Saves each round of a scenario as a run of its own, so that rounds compare like runs do. The last one also
/// holds what all of them say.</summary>
internal sealed class ScenarioRuns(ScenarioSettings settings)
{
    private const string CallKind = "call";

    private readonly string _folder = RunFolder.NewGroup(
        Path.GetFullPath(settings.Folder), settings.Name, TimeProvider.System.GetUtcNow());

    private BackgroundLoad? _whole;
    private BackgroundLoad? _round;
    private RunRecord? _last;
    private int _rounds;

    /// <summary>Makes the folder now, so that nothing is measured in vain.</summary>
    public void CheckFolder()
    {
        try
        {
            Directory.CreateDirectory(settings.Folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new SfPerfException(
                ExitCode.BadParameters, $"--out {settings.Folder}: the folder cannot be made: {e.Message}", e);
        }
    }

    /// <summary>The first round begins now.</summary>
    public void Begin()
    {
        _whole = _round = new BackgroundLoad();
    }

    /// <summary>Takes a round, from whose end the next one begins, and saves it unless it is the last.</summary>
    public void Add(IReadOnlyList<ArmResult> results)
    {
        var run = Record(results, _round!.Share());
        settings.RoundEnded?.Invoke(results.Select(r => r.Phase));
        if (++_rounds < settings.Rounds)
            Save(run);
        else
            _last = run;
        _round = new BackgroundLoad();
    }

    /// <summary>Prints what became of the expectations, saves it with the last round and returns the exit code.
    /// </summary>
    /// <param name="judged">The expectations.</param>
    /// <param name="figures">Figures over all rounds.</param>
    /// <param name="charts">What the report draws.</param>
    /// <param name="grids">What the report sets out in rows and columns.</param>
    public ExitCode End(IEnumerable<Expectation> judged, IReadOnlyDictionary<string, double> figures,
        IReadOnlyList<ScenarioChart>? charts = null, IReadOnlyList<ScenarioGrid>? grids = null)
    {
        var expectations = Expectations.Write(judged, _whole!.Share(), settings.Terminal);
        Save(_last! with
        {
            Scenario = new ScenarioRecord
            {
                Rounds = _rounds,
                Figures = figures,
                Expectations =
                    [.. expectations.Select(e => new ExpectationRecord(e.Claim, e.OutcomeText, e.Evidence))],
                Charts = charts ?? [],
                Grids = grids ?? [],
            },
        });
        settings.Terminal.Out.WriteLine($" {_rounds} {(_rounds == 1 ? "round" : "rounds")}, saved in {_folder}");
        settings.Terminal.Out.WriteLine($" as a page: sfperf report {_folder}");
        return Expectations.Code(expectations, settings.FailOn);
    }

    private RunRecord Record(IReadOnlyList<ArmResult> results, double? background) => new()
    {
        Name = settings.Name,
        StartedUtc = results[0].Phase.StartedUtc,
        Parameters = settings.Parameters.ToJson(),
        ParameterOrigins = settings.Parameters.Origins,
        Labels = new Dictionary<string, string>
        {
            ["scenario"] = settings.Name, ["round"] = (_rounds + 1).ToString(CultureInfo.InvariantCulture),
        },
        Environment = EnvironmentFacts.Read(),
        Phases = [.. results.Select(r => PhaseRecord.From(r.Phase) with { Kind = CallKind, Figures = r.Figures })],
        Noise = background is { } share ? Noise(share) : null,
        Command = $"sfperf scenario {settings.Name}{(settings.File is { } file ? $" {file}" : "")}"
            + settings.Parameters.Settings,
    };

    /// <summary>The record of a share of the processors that others used.</summary>
    internal static NoiseRecord Noise(double share) => new()
    {
        Verdict = share > Expectations.BackgroundMax ? "noisy" : "clean",
        Reasons = share > Expectations.BackgroundMax ? [Expectations.BackgroundText(share)] : [],
        BackgroundCpu = share,
    };

    private void Save(RunRecord run)
    {
        try
        {
            RunFolder.Write(_folder, run, []);
        }
        catch (IOException e)
        {
            throw new SfPerfException(
                ExitCode.Internal, $"The round could not be saved in {_folder}: {e.Message}", e);
        }
    }
}
