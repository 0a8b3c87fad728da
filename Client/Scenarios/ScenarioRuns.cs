using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Client.Output;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Scenarios;

/// <summary>Saves each round of a scenario as a run of its own, so that rounds compare like runs do.</summary>
/// <param name="scenario">The scenario's name.</param>
/// <param name="folder">The folder of all runs.</param>
/// <param name="parameters">Every setting that the figures depend on.</param>
internal sealed class ScenarioRuns(
    string scenario, string folder, IReadOnlyDictionary<string, object?> parameters)
{
    private const string CallKind = "call";

    /// <summary>Makes the folder now, so that nothing is measured in vain.</summary>
    public void CheckFolder()
    {
        try
        {
            Directory.CreateDirectory(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new SfPerfException(
                ExitCode.BadParameters, $"--out {folder}: the folder cannot be made: {e.Message}", e);
        }
    }

    /// <summary>Saves one round.</summary>
    public void Save(int round, IReadOnlyList<PhaseResult> phases, double? background)
    {
        var options = string.Concat(parameters.Select(p =>
            string.Create(CultureInfo.InvariantCulture, $" --{p.Key} {p.Value}")));
        try
        {
            RunFolder.Write(folder, new RunRecord
            {
                Name = scenario,
                StartedUtc = phases[0].StartedUtc,
                Parameters = RunRecord.ParametersOf(parameters),
                Labels = new Dictionary<string, string>
                {
                    ["scenario"] = scenario, ["round"] = (round + 1).ToString(CultureInfo.InvariantCulture),
                },
                Environment = EnvironmentFacts.Read(),
                Phases = [.. phases.Select(p => PhaseRecord.From(p) with { Kind = CallKind })],
                Noise = background is > Expectations.BackgroundMax ? new NoiseRecord
                {
                    Verdict = "noisy",
                    Reasons = [Expectations.BackgroundText(background.Value)],
                } : null,
                Command = $"sfperf scenario {scenario}{options}",
            }, []);
        }
        catch (IOException e)
        {
            throw new SfPerfException(
                ExitCode.Internal, $"The round could not be saved in {folder}: {e.Message}", e);
        }
    }
}
