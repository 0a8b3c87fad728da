using System.Collections.Generic;
using System.IO;
using System.Text.Json;
using SfPerf.Commands.Parameters;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Parameters;

/// <summary>Takes the parameters of a saved run, so that the run can be made again.</summary>
internal static class SavedRunFile
{
    private const string ByDefault = "default";
    private const string ByPreset = "Workload ";

    /// <summary>Returns whether a path is a run's folder or its run.json.</summary>
    public static bool Is(string path) => Directory.Exists(path)
        ? File.Exists(Path.Combine(path, RunFolder.FileName))
        : Path.GetFileName(path) == RunFolder.FileName && File.Exists(path);

    /// <summary>Adds the parameters that the run was given; those that it had by default, it will have again.</summary>
    public static void Read(string path, FileContent content)
    {
        var origin = new ParameterOrigin(OriginKind.File, path);
        try
        {
            var run = RunFolder.Read(path);
            if (run.Labels?.GetValueOrDefault("scenario") is { } scenario)
            {
                content.Problems.Add(new ParameterProblem(null, null, origin,
                    $"a run of the scenario {scenario}; make it again with: {run.Command}"));
                return;
            }

            foreach (var (name, value) in run.Parameters)
            {
                if (run.ParameterOrigins?.GetValueOrDefault(name) is not { } from
                    || (from != ByDefault && !from.StartsWith(ByPreset, System.StringComparison.Ordinal)))
                {
                    content.Values.Add(new RawParameter(name, Text(value), JsonValueKind.Undefined, origin));
                }
            }

            if (!run.Parameters.TryGetValue("Name", out var named) || named.ToString().Length == 0)
                content.Values.Add(new RawParameter("Name", run.Name, JsonValueKind.Undefined, origin));
        }
        catch (RunFormatException e)
        {
            content.Problems.Add(new ParameterProblem(null, null, origin, e.Reason + "."));
        }
    }

    private static string Text(JsonElement value) =>
        value.ValueKind == JsonValueKind.String ? value.GetString()! : value.GetRawText();
}
