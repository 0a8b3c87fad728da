using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Parameters;

/// <summary>Checks one axis of a sweep: a parameter and the values it takes.</summary>
internal static class AxisCheck
{
    /// <summary>Returns what is wrong with an axis: its name, or any of its values.</summary>
    public static IEnumerable<ParameterProblem> Of(ParameterCatalogue catalogue, RawParameter raw)
    {
        var name = raw.Name[ParameterCatalogue.AxesPrefix.Length..];
        if (catalogue.Find(name) is not { } definition)
            return [ParameterProblem.Of(raw, "no parameter to vary." + catalogue.DidYouMean(name))];
        if (!catalogue.Axial.Contains(definition))
            return [ParameterProblem.Of(raw, "a list cannot be an axis.")];
        var values = raw.Elements ?? (AxisValues.Parse(raw.Text) is { } parsed && raw.Kind != JsonValueKind.Object
            ? [.. parsed.Select(text => raw with { Text = text, Kind = JsonValueKind.Undefined })] : []);
        return values.Count == 0
            ? [ParameterProblem.Of(raw, $"allowed: a list, each {definition.Allowed}, or {AxisValues.Forms}.")]
            : values.SelectMany(definition.Check);
    }

    /// <summary>Returns the values as text: a list of JSON with commas, a range as it was written.</summary>
    public static string Canonical(RawParameter raw) => raw.Elements is { } elements
        ? string.Join(RawParameter.ListSeparator, elements.Select(e => e.Text)) : raw.Text;
}
