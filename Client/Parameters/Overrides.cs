using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Parameters;

/// <summary>Reads values given outside a file: <c>SFPERF_Name</c>, <c>--set Name=value</c>,
/// <c>/Name:value</c>.</summary>
internal static class Overrides
{
    public const string EnvironmentPrefix = "SFPERF_";

    /// <summary>The option that sets one parameter.</summary>
    public const string SetOption = "--set";

    /// <summary>The variable that moves the per-user folder of running clusters; no parameter.</summary>
    public const string StateFolderVariable = "SFPERF_HOME";

    public static void ReadEnvironment(
        IDictionary environment, ParameterCatalogue catalogue, List<RawParameter> values)
    {
        var names = environment.Keys.Cast<string>().Where(n =>
            n.StartsWith(EnvironmentPrefix, StringComparison.Ordinal) && n != StateFolderVariable);
        foreach (var variable in names.Order(StringComparer.Ordinal))
        {
            // A variable's name cannot hold a dot everywhere: two underscores stand for one.
            var name = variable[EnvironmentPrefix.Length..].Replace("__", ".", StringComparison.Ordinal);
            // Variables in capitals are switches of the product's programs and tests, unless they look like a
            // parameter.
            if (!name.Any(char.IsAsciiLetterLower) && catalogue.DidYouMean(name).Length == 0)
                continue;
            // A shell may hold the settings of runs and scenarios side by side.
            if (catalogue.Find(name) is null && Catalogues.Know(name)
                && !(catalogue.HasObjects && ParameterCatalogue.IsMember(name)))
            {
                continue;
            }

            values.Add(new RawParameter(name, (string?)environment[variable] ?? "", JsonValueKind.Undefined,
                new ParameterOrigin(OriginKind.Environment, variable)));
        }
    }

    /// <summary>Reads settings of the form NAME=VALUE.</summary>
    /// <param name="settings">The settings.</param>
    /// <param name="values">What was read.</param>
    /// <param name="problems">What is not of this form.</param>
    /// <param name="option">The option that gave them.</param>
    public static void ReadSet(IEnumerable<string> settings, List<RawParameter> values,
        List<ParameterProblem> problems, string option = SetOption)
    {
        foreach (var setting in settings)
            Split(setting, '=', OriginKind.Set, option, $"{option} NAME=VALUE", values, problems);
    }

    public static void ReadCommandLine(
        IEnumerable<string> arguments, List<RawParameter> values, List<ParameterProblem> problems)
    {
        foreach (var argument in arguments)
        {
            var place = argument.Split(':')[0];
            Split(argument[1..], ':', OriginKind.CommandLine, place, "/NAME:VALUE", values, problems);
        }
    }

    /// <summary>Returns whether an argument is an override as the original wrote it, rather than a path.</summary>
    public static bool IsOverride(string argument)
    {
        if (argument.Length < 2 || argument[0] != '/')
            return false;
        var colon = argument.IndexOf(':', StringComparison.Ordinal);
        var name = colon < 0 ? "" : argument[1..colon];
        return name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_');
    }

    private static void Split(string text, char separator, OriginKind kind, string place, string form,
        List<RawParameter> values, List<ParameterProblem> problems)
    {
        var origin = new ParameterOrigin(kind, place);
        var at = text.IndexOf(separator, StringComparison.Ordinal);
        if (at <= 0)
            problems.Add(new ParameterProblem(null, null, origin, $"\"{text}\" is not of the form {form}."));
        else
            values.Add(new RawParameter(text[..at].Trim(), text[(at + 1)..], JsonValueKind.Undefined, origin));
    }
}
