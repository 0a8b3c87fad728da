using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text.Json;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Exports;

namespace SfPerf.Reports.Runs;

/// <summary>Run folders: <c>runs/&lt;utc&gt;_&lt;name&gt;_&lt;id&gt;/</c> with <c>run.json</c>, which is written last
/// and appears whole or not at all; a folder without it is what is left of a run that did not end, and
/// <c>partial.json</c> says how far that one had come.</summary>
public static class RunFolder
{
    /// <summary>The name of the file that makes a folder a run.</summary>
    public const string FileName = "run.json";

    /// <summary>The name of the file that stands in for it while the run goes on.</summary>
    public const string PartialFileName = "partial.json";

    /// <summary>The name of the interval log beside it.</summary>
    public const string LogFileName = "latency.hlog";

    /// <summary>The name of the file with the run's events, a line each.</summary>
    public const string EventsFileName = "events.jsonl";

    /// <summary>The name of the folder of runs that were measured again for noise: they do not count.</summary>
    public const string NoisyFolderName = "noisy";

    /// <summary>The name of the folder of runs that only warmed up what others measured: they do not count.</summary>
    public const string WarmUpFolderName = "warm-up";

    private const int NameLengthMax = 60;
    private const int DepthMax = 4;
    private static readonly RunJson Lines = new(new JsonSerializerOptions(RunJson.Default.Options)
    {
        WriteIndented = false,
    });

    /// <summary>Writes a run into a new folder.</summary>
    /// <param name="root">The folder of all runs; made when absent.</param>
    /// <param name="run">When its id is empty, it is given one.</param>
    /// <param name="results">The results behind the record's phases, for the interval log; empty for no log.</param>
    /// <returns>The path of the new folder. When this returns, run.json is on disk.</returns>
    /// <exception cref="IOException">The disk is full, or the folder cannot be made.</exception>
    public static string Write(string root, RunRecord run, IReadOnlyList<PhaseResult> results)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(results);
        if (run.Id.Length == 0)
            run = run with { Id = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(3)) };
        var folder = PathOf(root, run.StartedUtc, run.Name, run.Id);
        Directory.CreateDirectory(folder);
        if (results.Count > 0)
            WholeFile.Write(Path.Combine(folder, LogFileName), IntervalLog.Write(run.StartedUtc, results));
        if (run.Events is { Count: > 0 } events)
        {
            WholeFile.Write(Path.Combine(folder, EventsFileName), string.Concat(
                events.Select(e => JsonSerializer.Serialize(e, Lines.EventRecord) + "\n")));
        }

        WholeFile.Write(Path.Combine(folder, FileName), ToJson(run));
        return folder;
    }

    /// <summary>Returns the path of a new folder for runs that belong together, as those of a sweep; it is made with
    /// the first of them.</summary>
    /// <param name="root">The folder of all runs.</param>
    /// <param name="name">What the runs are, such as <c>local1-sweep</c>.</param>
    /// <param name="begun">When the first of them begins.</param>
    public static string NewGroup(string root, string name, DateTimeOffset begun) =>
        PathOf(root, begun, name, Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(3)));

    /// <summary>Returns the path of a run's folder.</summary>
    /// <param name="root">The folder of all runs.</param>
    /// <param name="begun">When the run began.</param>
    /// <param name="name">Its name, as its user wrote it.</param>
    /// <param name="id">Its own id.</param>
    public static string PathOf(string root, DateTimeOffset begun, string name, string id)
    {
        var utc = begun.UtcDateTime.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture);
        return Path.Combine(root, $"{utc}_{FileNameOf(name)}_{FileNameOf(id)}");
    }

    /// <summary>Returns whether a path is a folder that is no run, whole or not, but may hold some.</summary>
    public static bool IsGroup(string path) => Directory.Exists(path)
        && !File.Exists(Path.Combine(path, FileName)) && !File.Exists(Path.Combine(path, PartialFileName));

    /// <summary>The content of <c>run.json</c>.</summary>
    public static string ToJson(RunRecord run) => JsonSerializer.Serialize(run, RunJson.Default.RunRecord) + "\n";

    /// <summary>Reads one run.</summary>
    /// <param name="path">A run folder, or a file of the form of <c>run.json</c>.</param>
    /// <exception cref="RunFormatException">It is no run, is cut short, or is of a newer schema.</exception>
    public static RunRecord Read(string path)
    {
        var file = Directory.Exists(path) ? Path.Combine(path, FileName) : path;
        if (!File.Exists(file) && Path.Combine(path, PartialFileName) is var partial && File.Exists(partial))
            file = partial;
        if (!File.Exists(file))
        {
            throw new RunFormatException(path, !Directory.Exists(path) ? "there is no such file"
                : Directory.GetDirectories(path).Length > 0 ? "a group of runs, as of a sweep: name it to read them"
                : $"there is no {FileName} in this folder: it is no run, or one that did not end");
        }

        var bytes = File.ReadAllBytes(file);
        return bytes switch
        {
            [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..] =>
                throw new RunFormatException(file, "the file is UTF-16; save it as UTF-8"),
            [0xEF, 0xBB, 0xBF, ..] => Parse(file, bytes.AsSpan(3)),
            _ => Parse(file, bytes),
        };
    }

    /// <summary>Finds every run in a folder of runs and in the folders of runs below it, as <c>ab</c> and <c>sweep</c>
    /// make them, in the order of their start; what cannot be read is named, and the others are read all the same. Runs
    /// that were measured again for noise or only warmed up are left out.</summary>
    public static (IReadOnlyList<(string Path, RunRecord Run)> Runs, IReadOnlyList<RunFormatException> Refused) ReadAll(
        string root)
    {
        var runs = new List<(string Path, RunRecord Run)>();
        var refused = new List<RunFormatException>();
        foreach (var folder in Directory.Exists(root) ? Below(root, DepthMax) : [])
        {
            try
            {
                runs.Add((folder, Read(folder)));
            }
            catch (RunFormatException e)
            {
                refused.Add(e);
            }
        }
        return ([.. runs.OrderBy(r => r.Run.StartedUtc).ThenBy(r => r.Path, StringComparer.Ordinal)], refused);
    }

    // What has folders of its own and is no run is a group of runs, but for what a program keeps beside its runs.
    private static IEnumerable<string> Below(string root, int depth) => Directory.GetDirectories(root)
        .Where(f => Path.GetFileName(f) is not (NoisyFolderName or WarmUpFolderName)
            && !Path.GetFileName(f).StartsWith('.'))
        .SelectMany(f => depth > 1 && IsGroup(f) && Directory.GetDirectories(f).Length > 0 ? Below(f, depth - 1) : [f]);

    internal static RunRecord Parse(string path, ReadOnlySpan<byte> json)
    {
        RequireVersion(path, json);
        try
        {
            var run = JsonSerializer.Deserialize(json, RunJson.Default.RunRecord)
                ?? throw new RunFormatException(path, "the file holds null");
            if (run.UnderWay is { } underWay)
            {
                throw new RunFormatException(path, $"{RunRecord.Incomplete}: the run did not end or still goes on; "
                    + $"{underWay}");
            }

            foreach (var phase in run.Phases)
            {
                if (phase.Errors.Values.Sum() != phase.Failed)
                {
                    throw new RunFormatException(path, $"phase {phase.Name} counts {phase.Failed} failures, its errors "
                        + $"{phase.Errors.Values.Sum()}");
                }

                if (phase.PerSecond.FirstOrDefault(s => s.Errors is not null && s.Errors.Values.Sum() != s.Failed)
                    is { } second)
                {
                    throw new RunFormatException(path, $"second {second.Second} of phase {phase.Name} counts "
                        + $"{second.Failed} failures, its errors {second.Errors!.Values.Sum()}");
                }

                if (phase.Histogram is not null && phase.ReadHistogram().Count != phase.Operations)
                {
                    throw new RunFormatException(path, $"phase {phase.Name} counts {phase.Operations} operations, its "
                        + $"histogram {phase.ReadHistogram().Count}");
                }
            }
            return run;
        }
        catch (JsonException e)
        {
            throw new RunFormatException(path, $"not a run of schema {RunRecord.CurrentSchemaVersion}: {e.Message}");
        }
        catch (FormatException e) when (e is not RunFormatException)
        {
            throw new RunFormatException(path, $"a histogram is damaged: {e.Message}");
        }
    }

    private static void RequireVersion(string path, ReadOnlySpan<byte> json)
    {
        try
        {
            using var document = JsonDocument.Parse(json.ToArray());
            if (document.RootElement.ValueKind != JsonValueKind.Object
                || !document.RootElement.TryGetProperty("schemaVersion", out var member)
                || !member.TryGetInt32(out var version))
            {
                throw new RunFormatException(path, "not a run: there is no schemaVersion");
            }

            if (version > RunRecord.CurrentSchemaVersion)
            {
                throw new RunFormatException(path, $"written by a newer SfPerf (schema {version}; this one reads up to "
                    + $"{RunRecord.CurrentSchemaVersion})");
            }

            if (version < 1)
                throw new RunFormatException(path, $"schema {version} was never written");
        }
        catch (InvalidOperationException)
        {
            throw new RunFormatException(path, "not a run: schemaVersion is not a number");
        }
        catch (JsonException e)
        {
            throw new RunFormatException(path, $"cut short or not JSON (line {e.LineNumber + 1})");
        }
    }

    private static string FileNameOf(string name)
    {
        var safe = new string([.. name.Take(NameLengthMax)
            .Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' ? c : '-')]).Trim('.');
        return safe.Length == 0 ? "run" : safe;
    }
}
