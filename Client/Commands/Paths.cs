using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Commands;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Commands;

/// <summary>Run folders, run files and folders of runs, as users name them.</summary>
internal static class Paths
{
    /// <summary>The name of a file that stands for the output.</summary>
    private const string Output = "-";

    /// <summary>Takes folders of runs apart; names on <paramref name="notes"/> what in them is no run.</summary>
    public static IReadOnlyList<string> Runs(IEnumerable<string> paths, TextWriter notes)
    {
        var runs = new List<string>();
        foreach (var path in paths)
        {
            if (!RunFolder.IsGroup(path))
            {
                runs.Add(path);
                continue;
            }

            var (found, refused) = RunFolder.ReadAll(path);
            runs.AddRange(found.Select(f => f.Path));
            foreach (var refusal in refused)
                notes.WriteLine($"sfperf: skipped {refusal.Message}");
        }

        return runs;
    }

    /// <summary>Gives <paramref name="write"/> the file to write to, or the terminal when there is none.</summary>
    public static int Write(string? file, Terminal terminal, Func<TextWriter, bool> write)
    {
        if (file is null or Output)
            return Told(write(terminal.Out), terminal);
        var written = WholeFile.Write(file, write);
        if (written)
            terminal.Error.WriteLine($"Written {file}");
        return Told(written, terminal);
    }

    /// <summary>Returns the exit code, and says so when there was nothing to write.</summary>
    public static int Told(bool written, Terminal terminal)
    {
        if (written)
            return (int)ExitCode.Ok;
        terminal.Error.WriteLine("sfperf: nothing was written: what was given holds no such figures.");
        return (int)ExitCode.NothingMeasured;
    }

    /// <summary>Turns what files can be wrong with into a message and an exit code.</summary>
    public static int Guard(Func<int> work)
    {
        try
        {
            return work();
        }
        catch (Exception e) when (e is FormatException or IOException or UnauthorizedAccessException)
        {
            throw new SfPerfException(ExitCode.BadParameters, e.Message, e);
        }
    }
}
