using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Parameters;

/// <summary>Merges defaults, file, environment, <c>--set</c> and <c>/Name:value</c>, and checks the outcome.</summary>
internal static class ParameterLoader
{
    /// <summary>Loads the parameters; they may be used only when <paramref name="problems"/> is empty.</summary>
    /// <param name="sources">Where values are read from.</param>
    /// <param name="catalogue">What the file may hold; null: what its scenario, if it names one, may hold.</param>
    /// <param name="problems">All that is wrong.</param>
    public static ParameterSet Load(
        ParameterSources sources, ParameterCatalogue? catalogue, out IReadOnlyList<ParameterProblem> problems)
    {
        var found = new List<ParameterProblem>();
        var values = new List<RawParameter>();
        var notes = new List<ParameterProblem>();
        if (sources.File is not null)
            ParameterFile.Read(sources.File, catalogue, new FileContent(values, found, notes));
        var fileIsReadable = found.Count == 0 || values.Count > 0;
        catalogue ??= Catalogues.Of(values);
        if (catalogue == RunCatalogue.Instance
            && values.Find(v => v.Name == ParameterCatalogue.Scenario) is { } scenario)
        {
            // One problem is enough: none of the file's names is a parameter of a run.
            problems = [ParameterProblem.Of(scenario, Foreign)];
            return new ParameterSet(catalogue);
        }

        Overrides.ReadEnvironment(sources.Environment, catalogue, values);
        Overrides.ReadSet(sources.Settings, values, found);
        Overrides.ReadCommandLine(sources.Overrides, values, found);
        values.AddRange(sources.Options);
        Overrides.ReadSet(sources.Varied, values, found, sources.VariedBy);

        var set = new ParameterSet(catalogue) { Notes = notes };
        foreach (var definition in catalogue.All)
        {
            if (definition.Default is not null)
                set.Put(new ParameterValue(definition.Name, definition.Default, ParameterOrigin.Default));
        }

        PutPreset(set, values);
        foreach (var value in values)
            Take(set, value, found);
        foreach (var definition in catalogue.All)
        {
            if (definition.Unless is { } other && set.Find(definition.Name) is null
                && set.Find(other) is { Origin.Kind: not OriginKind.Default })
            {
                set.Put(new ParameterValue(definition.Name, "0", ParameterOrigin.Default));
            }
        }

        if (fileIsReadable)
            found.AddRange(Missing(set, found));
        if (found.Count == 0 && catalogue == RunCatalogue.Instance)
            found.AddRange(ParameterRules.Check(set));
        problems = found;
        return set;
    }

    private static void PutPreset(ParameterSet set, List<RawParameter> values)
    {
        if (values.FindLast(v => v.Name == set.Catalogue.PresetBy) is not { } choice
            || !set.Catalogue.Presets.TryGetValue(choice.Text, out var preset))
        {
            return;
        }

        var origin = new ParameterOrigin(OriginKind.Default, $"{choice.Name} {choice.Text}");
        foreach (var (name, value) in preset)
            set.Put(new ParameterValue(name, value, origin));
    }

    private static string Foreign => "a run has no scenario; allowed: "
        + $"{string.Join(", ", Catalogues.Scenarios)}, with sfperf scenario NAME FILE.";

    private static void Take(ParameterSet set, RawParameter raw, List<ParameterProblem> problems)
    {
        var definition = set.Catalogue.Find(raw.Name);
        ParameterProblem[] found = definition is not null ? [.. definition.Check(raw)]
            : set.Catalogue.HasObjects && raw.Name.StartsWith(ParameterCatalogue.AxesPrefix, StringComparison.Ordinal)
                ? [.. AxisCheck.Of(set.Catalogue, raw)]
            : CheckOther(set.Catalogue, raw) is { } problem ? [ParameterProblem.Of(raw, problem)] : [];
        if (found.Length == 0)
            set.Put(new ParameterValue(raw.Name, definition?.Canonical(raw) ?? AxisCheck.Canonical(raw), raw.Origin));
        else
            problems.AddRange(found);
    }

    private static string? CheckOther(ParameterCatalogue catalogue, RawParameter raw)
    {
        if (!catalogue.HasObjects)
            return "unknown parameter." + catalogue.DidYouMean(raw.Name);
        if (raw.Name == ParameterCatalogue.Axes)
        {
            return "wrong type; allowed: an object { \"NAME\": VALUES, … }, or "
                + ParameterCatalogue.AxesPrefix + "NAME where there is no object.";
        }

        if (raw.Name == ParameterCatalogue.ApplicationParameters)
        {
            return "wrong type; allowed: an object { \"NAME\": VALUE, … }, or "
                + ParameterCatalogue.ApplicationParametersPrefix + "NAME where there is no object.";
        }

        return raw.Name.StartsWith(ParameterCatalogue.ApplicationParametersPrefix, StringComparison.Ordinal)
            ? CheckApplicationParameter(raw) : "unknown parameter." + catalogue.DidYouMean(raw.Name);
    }

    private static string? CheckApplicationParameter(RawParameter raw) =>
        raw.Kind is JsonValueKind.Null or JsonValueKind.Array or JsonValueKind.Object
            ? "wrong type; allowed: a number, a text, true or false."
            : null;

    // A parameter that was given but refused is not reported as missing, too.
    private static IEnumerable<ParameterProblem> Missing(ParameterSet set, List<ParameterProblem> problems)
    {
        var refused = problems.Select(p => p.Name).ToHashSet();
        return set.Catalogue.All
            .Where(d => set.Find(d.Name) is null && !refused.Contains(d.Name))
            .Select(d => new ParameterProblem(d.Name, null, null, $"missing; allowed: {d.Allowed}. Give it in the "
                + $"parameter file, with --set {d.Name}=VALUE or with /{d.Name}:VALUE."))
            .ToList();
    }
}
