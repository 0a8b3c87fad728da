using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Completions;
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
        {
            return [Unknown("option", option.Value, command.Options.Select(o => o.Name))];
        }

        if (parsed.Errors.Count == 0 || command.Subcommands.Count == 0)
            return [.. parsed.Errors.Select(e => Text(e, parsed)).Distinct()];
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

    // The parser's own messages speak of arguments and types; those of our validators are kept.
    private static string Text(ParseError error, ParseResult parsed) => error.SymbolResult switch
    {
        OptionResult { Option: var option } result =>
            OfOption(option, result.IdentifierToken is not null, result.Tokens, error.Message),
        ArgumentResult { Parent: OptionResult { Option: var option } result } =>
            OfOption(option, result.IdentifierToken is not null, result.Tokens, error.Message),
        ArgumentResult { Argument: var argument } result => OfArgument(argument, result.Tokens, error.Message),
        _ => OfCommand(parsed, error.Message),
    };

    private static string OfOption(
        Option option, bool isGiven, IReadOnlyList<Token> tokens, string message)
    {
        if (tokens.Count == 0)
        {
            return $"{option.Name} {(isGiven ? "has no value" : "is missing")}: {option.Name} "
                + $"{option.HelpName ?? "VALUE"}. {option.Description}";
        }

        return OfValues(option.Name, tokens, option.ValueType, option.GetCompletions(CompletionContext.Empty), message);
    }

    private static string OfArgument(Argument argument, IReadOnlyList<Token> tokens, string message)
    {
        if (tokens.Count == 0)
            return $"{argument.Name} is missing: {argument.Description}";
        return OfValues(
            argument.Name, tokens, argument.ValueType, argument.GetCompletions(CompletionContext.Empty), message);
    }

    private static string OfValues(
        string name, IReadOnlyList<Token> tokens, Type type, IEnumerable<CompletionItem> completions, string message)
    {
        var allowed = completions.Select(c => c.Label).ToArray();
        if (allowed.Length > 0 && tokens.FirstOrDefault(t => !allowed.Contains(t.Value)) is { } other)
        {
            return $"{name} {other.Value}: allowed is {string.Join(", ", allowed)}."
                + (Suggestion.Nearest(other.Value, allowed) is { } near ? $" Did you mean {near}?" : "");
        }

        var kind = Nullable.GetUnderlyingType(type) ?? type;
        return kind == typeof(int) ? $"{name} {tokens[0].Value}: not a whole number."
            : kind == typeof(double) ? $"{name} {tokens[0].Value}: not a number."
            : kind == typeof(Guid) ? $"{name} {tokens[0].Value}: not an id, such as {Guid.Empty}."
            : message;
    }

    private static string OfCommand(ParseResult parsed, string message)
    {
        var command = parsed.CommandResult.Command;
        return parsed.UnmatchedTokens is not [var more, ..] ? message
            : $"'{more}' is one argument too many; {Path(parsed)} takes "
                + (command.Arguments.Count == 0 ? "none."
                    : string.Join(' ', command.Arguments.Select(a => a.Name)) + ".");
    }

    private static string Unknown(string kind, string text, IEnumerable<string> known)
    {
        string[] names = [.. known];
        return $"there is no {kind} {text}." + (Suggestion.Nearest(text, names) is { } near
            ? $" Did you mean {near}?" : $" Allowed: {string.Join(", ", names)}.");
    }
}
