using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;

namespace SfPerf.Client.Parameters;

/// <summary>Merges defaults, file, environment, <c>--set</c> and <c>/Name:value</c>, and checks the outcome.</summary>
internal static class ParameterLoader
{
    /// <summary>Loads the parameters; they may be used only when <paramref name="problems"/> is empty.</summary>
    public static ParameterSet Load(ParameterSources sources, out IReadOnlyList<ParameterProblem> problems)
    {
        var found = new List<ParameterProblem>();
        var values = new List<RawParameter>();
        if (sources.File is not null)
            ParameterFile.Read(sources.File, values, found);
        var fileIsReadable = found.Count == 0 || values.Count > 0;
        Overrides.ReadEnvironment(sources.Environment, values);
        Overrides.ReadSet(sources.Settings, values, found);
        Overrides.ReadCommandLine(sources.Overrides, values, found);

        var set = new ParameterSet();
        foreach (var definition in ParameterCatalogue.All)
            if (definition.Default is not null)
                set.Put(new ParameterValue(definition.Name, definition.Default, ParameterOrigin.Default));
        foreach (var value in values)
            Take(set, value, found);
        if (fileIsReadable)
            found.AddRange(Missing(set, found));
        if (found.Count == 0)
            found.AddRange(ParameterRules.Check(set));
        problems = found;
        return set;
    }

    private static void Take(ParameterSet set, RawParameter raw, List<ParameterProblem> problems)
    {
        var problem = raw.Name.StartsWith(ParameterCatalogue.ApplicationParametersPrefix, StringComparison.Ordinal)
            ? CheckApplicationParameter(raw)
            : CheckOwn(raw);
        if (problem is null)
            set.Put(new ParameterValue(raw.Name, raw.Text, raw.Origin));
        else
            problems.Add(ParameterProblem.Of(raw, problem));
    }

    private static string? CheckOwn(RawParameter raw)
    {
        if (raw.Name == ParameterCatalogue.ApplicationParameters)
            return "wrong type; allowed: an object { \"NAME\": VALUE, … }, or "
                + ParameterCatalogue.ApplicationParametersPrefix + "NAME where there is no object.";
        return ParameterCatalogue.Find(raw.Name) is { } definition
            ? definition.Check(raw.Text, raw.Kind)
            : "unknown parameter." + ParameterCatalogue.DidYouMean(raw.Name);
    }

    private static string? CheckApplicationParameter(RawParameter raw) =>
        raw.Kind is JsonValueKind.Null or JsonValueKind.Array or JsonValueKind.Object
            ? "wrong type; allowed: a number, a text, true or false."
            : null;

    // One that was given but refused is not missing as well.
    private static IEnumerable<ParameterProblem> Missing(ParameterSet set, List<ParameterProblem> problems)
    {
        var refused = problems.Select(p => p.Name).ToHashSet();
        return ParameterCatalogue.All
            .Where(d => set.Find(d.Name) is null && !refused.Contains(d.Name))
            .Select(d => new ParameterProblem(d.Name, null, null, $"missing; allowed: {d.Allowed}. Give it in the "
                + $"parameter file, with --set {d.Name}=VALUE or with /{d.Name}:VALUE."))
            .ToList();
    }
}
