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
internal sealed class ScenarioRuns(ScenarioSettings settings)
{
    private const string CallKind = "call";

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

    /// <summary>Saves one round.</summary>
    public void Save(int round, IReadOnlyList<PhaseResult> phases, double? background)
    {
        try
        {
            RunFolder.Write(settings.Folder, new RunRecord
            {
                Name = settings.Name,
                StartedUtc = phases[0].StartedUtc,
                Parameters = settings.Parameters.ToJson(),
                ParameterOrigins = settings.Parameters.Origins,
                Labels = new Dictionary<string, string>
                {
                    ["scenario"] = settings.Name, ["round"] = (round + 1).ToString(CultureInfo.InvariantCulture),
                },
                Environment = EnvironmentFacts.Read(),
                Phases = [.. phases.Select(p => PhaseRecord.From(p) with { Kind = CallKind })],
                Noise = background is > Expectations.BackgroundMax ? new NoiseRecord
                {
                    Verdict = "noisy",
                    Reasons = [Expectations.BackgroundText(background.Value)],
                } : null,
                Command = $"sfperf scenario {settings.Name}{(settings.File is { } file ? $" {file}" : "")}"
                    + settings.Parameters.Settings,
            }, []);
        }
        catch (IOException e)
        {
            throw new SfPerfException(
                ExitCode.Internal, $"The round could not be saved in {settings.Folder}: {e.Message}", e);
        }
    }
}
