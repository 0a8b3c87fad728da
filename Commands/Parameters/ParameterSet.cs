using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using SfPerf.Reports.Runs;

namespace SfPerf.Commands.Parameters;

/// <summary>The values in force, in catalogue order, then the application parameters by name.</summary>
internal sealed class ParameterSet(ParameterCatalogue catalogue)
{
    private readonly Dictionary<string, ParameterValue> _values = [];

    public ParameterCatalogue Catalogue => catalogue;

    /// <summary>Gets the settings of the file that this version ignores or does otherwise.</summary>
    public IReadOnlyList<ParameterProblem> Notes { get; init; } = [];

    public IEnumerable<ParameterValue> All =>
        catalogue.All.Where(d => _values.ContainsKey(d.Name)).Select(d => _values[d.Name])
            .Concat(ApplicationParameters).Concat(Axes);

    /// <summary>Gets the application parameters, their names with the prefix.</summary>
    public IEnumerable<ParameterValue> ApplicationParameters => Members(ParameterCatalogue.ApplicationParametersPrefix)
        .OrderBy(v => v.Name, StringComparer.Ordinal);

    /// <summary>Gets the axes of a sweep in the order they were given, their names with the prefix.</summary>
    public IEnumerable<ParameterValue> Axes => Members(ParameterCatalogue.AxesPrefix);

    /// <summary>Gets where each value came from, as run files keep it.</summary>
    public IReadOnlyDictionary<string, string> Origins => All.ToDictionary(v => v.Name, v => v.Origin.ToString());

    /// <summary>Gets a setting for each value that came neither from the file nor from a default: with the file they
    /// make the same set again.</summary>
    public string Settings => string.Concat(All
        .Where(v => v.Origin.Kind is not (OriginKind.Default or OriginKind.File))
        .Select(v => $" --set {Shell(v.Name + "=" + v.Text)}"));

    public ParameterValue? Find(string name) => _values.GetValueOrDefault(name);

    public string Text(string name) => _values[name].Text;

    public long Integer(string name) => long.Parse(_values[name].Text, CultureInfo.InvariantCulture);

    public double Number(string name) => double.Parse(_values[name].Text, CultureInfo.InvariantCulture);

    public bool Flag(string name) => bool.Parse(_values[name].Text);

    public IReadOnlyList<string> List(string name) =>
        _values[name].Text is { Length: > 0 } text ? text.Split(RawParameter.ListSeparator) : [];

    private IEnumerable<ParameterValue> Members(string prefix) =>
        _values.Values.Where(v => v.Name.StartsWith(prefix, StringComparison.Ordinal));

    /// <summary>Puts a value in force; what it overrides is gone.</summary>
    public void Put(ParameterValue value) => _values[value.Name] = value;

    /// <summary>Returns the values as run files keep them.</summary>
    public IReadOnlyDictionary<string, JsonElement> ToJson() => RunRecord.ParametersOf(
        All.Select(v => KeyValuePair.Create(v.Name, (object?)Typed(v))));

    private object Typed(ParameterValue value) => catalogue.Find(value.Name)?.Kind switch
    {
        ParameterKind.Integer => long.Parse(value.Text, CultureInfo.InvariantCulture),
        ParameterKind.Number => double.Parse(value.Text, CultureInfo.InvariantCulture),
        ParameterKind.Boolean => bool.Parse(value.Text),
        _ => value.Text,
    };

    private static string Shell(string setting) =>
        setting.AsSpan().IndexOfAny(" <>()&|;*?$'\"") < 0 ? setting : $"\"{setting}\"";
}
