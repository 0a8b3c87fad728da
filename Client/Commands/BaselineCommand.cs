using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using SfPerf.Commands;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf baseline NAME RUN...</c>: keeps runs under a name, for <c>compare --baseline NAME</c>.</summary>
internal static class BaselineCommand
{
    public static Command Build(Terminal terminal)
    {
        var name = new Argument<string>("NAME") { Description = "The name of the baseline: letters, digits, - _ ." };
        var runs = new Argument<string[]>("RUN")
        {
            Description = "Runs, or folders of runs.", Arity = ArgumentArity.OneOrMore,
        };
        var folder = FolderOption();
        var command = new Command("baseline",
            "Keeps copies of runs under a name, for compare --baseline; replaces those that it had.")
        {
            name, runs, folder,
        };
        command.SetAction(parsed => Paths.Guard(() =>
        {
            var target = PathOf(parsed.GetRequiredValue(folder), parsed.GetRequiredValue(name));
            var paths = Paths.Runs(parsed.GetRequiredValue(runs), terminal.Error);
            // All are read before anything is replaced.
            RunRecord[] read = [.. paths.Select(RunFolder.Read)];
            if (read.Length == 0)
                return Paths.Told(written: false, terminal);
            Replace(target, read);
            terminal.Error.WriteLine($"Kept {read.Length} runs in {target}");
            return (int)ExitCode.Ok;
        }));
        return command;
    }

    /// <summary>Makes the option that names the folder of all baselines.</summary>
    public static Option<string> FolderOption() => new("--baselines")
    {
        Description = "The folder of all baselines.", HelpName = "DIR", DefaultValueFactory = _ => "baselines",
    };

    /// <summary>Returns the folder of a baseline.</summary>
    /// <exception cref="SfPerfException">The name is no plain name.</exception>
    public static string PathOf(string folder, string name) =>
        name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.') && name[0] != '.'
            ? Path.Combine(folder, name)
            : throw new SfPerfException(ExitCode.BadParameters,
                $"{name} is no name of a baseline: allowed are letters, digits, - _ and ., not as its first.");

    /// <summary>Returns the folder of a baseline that is there.</summary>
    /// <exception cref="SfPerfException">The name is no plain name, or no baseline has it.</exception>
    public static string Kept(string folder, string name)
    {
        var path = PathOf(folder, name);
        if (Directory.Exists(path))
            return path;
        string[] names = Directory.Exists(folder)
            ? [.. Directory.GetDirectories(folder).Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal)] : [];
        throw new SfPerfException(ExitCode.BadParameters, $"There is no baseline {name} in {folder}. "
            + (names.Length > 0 ? $"Allowed: {string.Join(", ", names)}."
                : $"Keep one: sfperf baseline {name} RUN"));
    }

    // A crash in between leaves the old baseline or none, but never a mixture of both.
    private static void Replace(string target, IEnumerable<RunRecord> runs)
    {
        var (next, past) = (target + ".next", target + ".past");
        foreach (var left in new[] { next, past })
        {
            if (Directory.Exists(left))
                Directory.Delete(left, recursive: true);
        }

        foreach (var run in runs)
            RunFolder.Write(next, run, []);
        if (Directory.Exists(target))
            Directory.Move(target, past);
        Directory.Move(next, target);
        if (Directory.Exists(past))
            Directory.Delete(past, recursive: true);
    }
}
