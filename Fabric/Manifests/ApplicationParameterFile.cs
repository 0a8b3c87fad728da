using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Manifests;

/// <summary>
/// An application parameter file: the application's name and the values that differ from the defaults.
/// </summary>
internal sealed record ApplicationParameterFile(string File, string Name, IReadOnlyList<ParameterValue> Values)
{
    internal const string NameAllowed = "fabric:/ and one or more names between slashes; each " + ManifestName.Allowed;

    internal static ApplicationParameterFile Read(string file)
    {
        var root = ManifestElement.Load(file, "Application", Xml.Fabric).Attributes("Name");
        var name = root.Required("Name");
        if (!ManifestName.IsApplication(name))
            throw root.Invalid("Name", name, NameAllowed);
        var list = root.Required(root.Elements("Parameters"), "Parameters").Attributes();
        var values = list.Elements("Parameter").Select(p => new ParameterValue(p.Attributes("Name", "Value")
            .Required("Name"), p.Optional("Value") ?? throw p.Wrong("'Parameter' lacks the attribute 'Value'."), p));
        return new(file, name, [.. values]);
    }
}
