using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Client.Parameters;

/// <summary>The values in force, in catalogue order, then the application parameters by name.</summary>
internal sealed class ParameterSet
{
    private readonly Dictionary<string, ParameterValue> _values = [];

    public IEnumerable<ParameterValue> All =>
        ParameterCatalogue.All.Where(d => _values.ContainsKey(d.Name)).Select(d => _values[d.Name])
            .Concat(ApplicationParameters);

    /// <summary>Gets the application parameters, their names with the prefix.</summary>
    public IEnumerable<ParameterValue> ApplicationParameters => _values.Values
        .Where(v => v.Name.StartsWith(ParameterCatalogue.ApplicationParametersPrefix, System.StringComparison.Ordinal))
        .OrderBy(v => v.Name, System.StringComparer.Ordinal);

    public ParameterValue? Find(string name) => _values.GetValueOrDefault(name);

    public string Text(string name) => _values[name].Text;

    public long Integer(string name) => long.Parse(_values[name].Text, CultureInfo.InvariantCulture);

    public bool Flag(string name) => bool.Parse(_values[name].Text);

    /// <summary>Puts a value in force; what it overrides is gone.</summary>
    public void Put(ParameterValue value) => _values[value.Name] = value;
}
