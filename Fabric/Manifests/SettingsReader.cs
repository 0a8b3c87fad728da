using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Platform;

namespace SfPerf.Fabric.Manifests;

/// <summary>
/// Reads Settings.xml of a configuration package and lays the application manifest's overrides over it.
/// </summary>
internal static class SettingsReader
{
    internal const string FileName = "Settings.xml";

    internal static SettingsSection[] Read(string folder, ManifestElement? overrides)
    {
        var file = PackagePath.Find(folder, FileName);
        var sections = File.Exists(file)
            ? Sections(ManifestElement.Load(file, "Settings", Xml.Fabric), isOverride: false) : [];
        if (overrides is null)
            return [.. sections.Select(s => s.Section)];
        foreach (var change in Sections(overrides, isOverride: true))
        {
            var i = sections.FindIndex(s => s.Section.Name == change.Section.Name);
            if (i < 0)
            {
                throw change.Place.Wrong($"{FileName} has no section '{change.Section.Name}' to override. "
                    + Suggestion.For(change.Section.Name, [.. sections.Select(s => s.Section.Name)]));
            }
            sections[i] = (Merge(sections[i].Section, change), sections[i].Place);
        }
        return [.. sections.Select(s => s.Section)];
    }

    private static SettingsSection Merge(
        SettingsSection section, (SettingsSection Section, ManifestElement Place) change)
    {
        var parameters = section.Parameters.ToList();
        foreach (var parameter in change.Section.Parameters)
        {
            var i = parameters.FindIndex(p => p.Name == parameter.Name);
            if (i < 0)
            {
                throw change.Place.Wrong($"Section '{section.Name}' has no parameter '{parameter.Name}' to override. "
                    + Suggestion.For(parameter.Name, [.. parameters.Select(p => p.Name)]));
            }
            parameters[i] = parameters[i] with { Value = parameter.Value };
        }
        return section with { Parameters = [.. parameters] };
    }

    private static List<(SettingsSection Section, ManifestElement Place)> Sections(
        ManifestElement settings, bool isOverride)
    {
        var sections = new List<(SettingsSection, ManifestElement)>();
        foreach (var element in settings.Attributes().Elements("Section"))
        {
            var name = element.Attributes("Name").Required("Name");
            var parameters = element.Elements("Parameter").Select(p => Parameter(p, isOverride)).ToArray();
            if (parameters.GroupBy(p => p.Name).FirstOrDefault(g => g.Count() > 1) is { } twice)
                throw element.Wrong($"Section '{name}' has the parameter '{twice.Key}' twice.");
            if (sections.Any(s => s.Item1.Name == name))
                throw element.Wrong($"There are two sections '{name}'.");
            sections.Add((new SettingsSection(name, parameters), element));
        }
        return sections;
    }

    private static SettingsParameter Parameter(ManifestElement element, bool isOverride)
    {
        element.Attributes(isOverride
            ? ["Name", "Value", "IsEncrypted", "Type"] : ["Name", "Value", "MustOverride", "IsEncrypted", "Type"]);
        var value = element.Optional("Value") ?? throw element.Wrong("'Parameter' lacks the attribute 'Value'.");
        if (element.Boolean("IsEncrypted", false))
            throw element.Invalid("IsEncrypted", "true", "false (this runtime has no secrets)");
        return new(element.Required("Name"), value, !isOverride && element.Boolean("MustOverride", false),
            false, element.OneOf("Type", "PlainText", "PlainText"));
    }
}
