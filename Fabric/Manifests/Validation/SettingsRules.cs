using System.Linq;
using System.Xml.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>
/// Defines what holds for the settings of configuration packages and for what an application overrides.
/// </summary>
internal static class SettingsRules
{
    private static readonly string[] Kinds = ["PlainText", "Encrypted", "SecretsStoreRef"];

    internal static void Check(PackageModel package, ImportedPackage import)
    {
        if (import.Manifest is null)
            return;
        var findings = package.Findings;
        var overrides = import.Import.Child("ConfigOverrides").Children("ConfigOverride").ToArray();
        findings.CheckDuplicates(overrides);
        foreach (var one in overrides)
            _ = findings.Find(one.Attribute("Name"), $"a configuration package of '{import.Name}'", import.Configs);
        foreach (var config in import.Configs)
        {
            var change = overrides.FirstOrDefault(o => o.Value("Name") == config.Value("Name")).Child("Settings");
            Check(package, import, config, change);
        }
    }

    private static void Check(PackageModel package, ImportedPackage import, XElement config, XElement? change)
    {
        var findings = package.Findings;
        findings.CheckDuplicates(change.Children("Section"));
        foreach (var section in change.Children("Section"))
            CheckSection(package, section);
        if (config.Value("Name") is not { } name || !ManifestName.IsValid(name)
            || package.Content.Find(import.Place(config)) is not { } files)
        {
            return;
        }

        var settings = files.FileOf(SettingsReader.FileName) is { } file
            ? package.Content.Load(files, file, "Settings") : null;
        var sections = settings.Children("Section").ToArray();
        findings.CheckDuplicates(sections);
        foreach (var section in sections)
        {
            CheckSection(package, section);
            var changed = change.Children("Section").FirstOrDefault(s => s.Value("Name") == section.Value("Name"));
            foreach (var parameter in section.Children("Parameter").Where(p => p.IsTrue("MustOverride")))
            {
                if (changed.Children("Parameter").Any(p => p.Value("Name") == parameter.Value("Name")))
                    continue;
                findings.Error(parameter, $"The parameter '{parameter.Value("Name")}' has MustOverride=\"true\", "
                    + "and the "
                    + $"application manifest's import of '{import.Name}' does not override it.");
            }
        }
        // A package without settings takes overrides of whatever its program reads.
        if (settings is null)
            return;
        foreach (var section in change.Children("Section"))
        {
            var own = findings.Find(section.Attribute("Name"), $"a section of {SettingsReader.FileName}", sections);
            foreach (var parameter in section.Children("Parameter").Where(_ => own is not null))
            {
                _ = findings.Find(parameter.Attribute("Name"), $"a parameter of the section '{own.Value("Name")}'",
                    own.Children("Parameter"));
            }
        }
    }

    private static void CheckSection(PackageModel package, XElement section)
    {
        package.Findings.CheckDuplicates(section.Children("Parameter"));
        foreach (var parameter in section.Children("Parameter"))
        {
            if (parameter.Attribute("Type") is { } type && !Kinds.Contains(type.Value))
                package.Findings.Invalid(type, string.Join(", ", Kinds));
            var isEncrypted = parameter.IsTrue("IsEncrypted") || parameter.Value("Type") == "Encrypted";
            if (isEncrypted && NeedsCertificate(package))
            {
                package.Findings.Error(parameter, $"The parameter '{parameter.Value("Name")}' is encrypted, and "
                    + "services "
                    + "run as another user than LocalSystem. Allowed: with a 'SecretsCertificate' in 'Certificates' of "
                    + $"{ApplicationReader.FileName}.");
            }
        }
    }

    // The system's own user may read every certificate.
    private static bool NeedsCertificate(PackageModel package) =>
        package.Manifest.Child("Certificates").Child("SecretsCertificate") is null
            && package.Manifest.Child("Principals").Child("Users").Children("User")
                .Any(u => u.Value("AccountType") != "LocalSystem");
}
