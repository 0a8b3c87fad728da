using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Commands;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Commands;

/// <summary>Says of saved runs whether they are whole.</summary>
internal static class SavedRuns
{
    /// <summary>Returns whether a path is that of runs, rather than of parameters.</summary>
    public static bool Are(string path) => Directory.Exists(path)
        || Path.GetFileName(path) is RunFolder.FileName or RunFolder.PartialFileName;

    /// <summary>Reads a run, or all in a folder and below it, and names those that cannot be used.</summary>
    public static ExitCode Validate(string path, Terminal terminal)
    {
        var code = ExitCode.Ok;
        var files = File.Exists(path) ? [path] : Find(path);
        foreach (var file in files)
        {
            try
            {
                terminal.Out.WriteLine($"{file}: a run, {RunFolder.Read(file).Status}.");
            }
            catch (RunFormatException e)
            {
                terminal.Error.WriteLine($"sfperf: {e.Message}");
                code = ExitCode.BadParameters;
            }
        }

        if (files.Count > 0)
            return code;
        terminal.Error.WriteLine($"sfperf: {path}: there is no run in this folder.");
        return ExitCode.BadParameters;
    }

    private static IReadOnlyList<string> Find(string folder)
    {
        var names = new[] { RunFolder.FileName, RunFolder.PartialFileName };
        return [.. Directory.EnumerateFiles(folder, "*.json", SearchOption.AllDirectories)
            .Where(f => names.Contains(Path.GetFileName(f))).GroupBy(f => Path.GetDirectoryName(f))
            // Where both are, the run was saved and its process died before it could remove the other.
            .Select(f => f.MaxBy(name => Path.GetFileName(name) == RunFolder.FileName)!)
            .Order(StringComparer.Ordinal)];
    }
}
