using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.Linq;
using SfPerf.Platform;

namespace SfPerf.Client.Commands;

/// <summary>Says what is wrong with a command line, and what was probably meant.</summary>
internal static class ParseErrors
{
    /// <summary>Returns a sentence for each error; none when the line is understood.</summary>
    public static IReadOnlyList<string> Of(ParseResult parsed)
    {
        var command = parsed.CommandResult.Command;
        // What is no option was taken for a file.
        if (parsed.CommandResult.Children.OfType<ArgumentResult>().SelectMany(a => a.Tokens)
            .FirstOrDefault(t => t.Value.Length > 1 && t.Value[0] == '-') is { } option)
            return [Unknown("option", option.Value, command.Options.Select(o => o.Name))];
        if (parsed.Errors.Count == 0 || command.Subcommands.Count == 0)
            return [.. parsed.Errors.Select(e => e.Message)];
        string[] commands = [.. command.Subcommands.Select(c => c.Name)];
        return [parsed.UnmatchedTokens is [var first, ..]
            ? Unknown("command", first, commands) : $"give a command: {string.Join(", ", commands)}."];
    }

    /// <summary>Returns the command as the user would write it.</summary>
    public static string Path(ParseResult parsed)
    {
        var names = new Stack<string>();
        for (var at = parsed.CommandResult; at?.Command is not (null or RootCommand); at = at.Parent as CommandResult)
            names.Push(at.Command.Name);
        return string.Join(' ', names.Prepend("sfperf"));
    }

    private static string Unknown(string kind, string text, IEnumerable<string> known)
    {
        string[] names = [.. known];
        return $"there is no {kind} {text}." + (Suggestion.Nearest(text, names) is { } near
            ? $" Did you mean {near}?" : $" Allowed: {string.Join(", ", names)}.");
    }
}
