using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Xml.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>
/// Finds everything for which Service Fabric would refuse an application package, before it is uploaded. What Service
/// Fabric accepts and the local cluster cannot honour is a warning.
/// </summary>
internal sealed class PackageCheck
{
    private readonly PackageFindings _findings = new();
    private readonly PackageContent _content;

    private PackageCheck(string folder, string display) => _content = new PackageContent(folder, display, _findings);

    /// <summary>Checks a package; nothing is changed or started.</summary>
    /// <param name="folder">The folder that holds ApplicationManifest.xml.</param>
    /// <param name="display">How the user named the package; the findings begin with it.</param>
    /// <param name="previous">The package that a cluster has already; null where there is none.</param>
    /// <returns>The findings by file and line; none if there is nothing to say.</returns>
    internal static IReadOnlyList<PackageFinding> Run(string folder, string display, string? previous = null)
    {
        var check = new PackageCheck(folder, display);
        if (!Directory.Exists(folder))
            check._findings.Error(display, 0, "The application package does not exist.");
        else
            check.Check(previous);
        return check._findings.Sorted;
    }

    private void Check(string? previous)
    {
        if (_content.Load(ApplicationReader.FileName, "ApplicationManifest") is not { } manifest)
            return;
        var parameters = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var parameter in manifest.Child("Parameters").Children("Parameter"))
        {
            if (parameter.Value("Name") is { Length: > 0 } name)
                _ = parameters.TryAdd(name, parameter.Value("DefaultValue") ?? "");
        }
        ImportedPackage[] imports = [.. manifest.Children("ServiceManifestImport").Select(Import)];
        var package = new PackageModel(manifest, imports, parameters, _content, _findings);
        ApplicationRules.Check(package);
        foreach (var import in imports)
        {
            ServiceManifestRules.Check(import, _content, _findings);
            SettingsRules.Check(package, import);
            PolicyRules.Check(package, import);
        }
        ServiceRules.Check(package);
        LayoutRules.Check(package);
        if (previous is not null)
            VersionRules.Check(package, previous);
        LocalClusterRules.Check(package);
    }

    private ImportedPackage Import(XElement import)
    {
        var reference = import.Child("ServiceManifestRef");
        var name = reference?.Attribute("ServiceManifestName");
        var version = reference?.Attribute("ServiceManifestVersion");
        if (name is null || !ManifestName.IsValid(name.Value))
            return new("", import, null);
        if (!Directory.Exists(_content.Full(name.Value)))
        {
            _findings.Invalid(name, "the name of a folder in the package; there is no such folder");
            return new(name.Value, import, null);
        }
        var manifest = _content.Load(Path.Combine(name.Value, ServiceManifestReader.FileName), "ServiceManifest");
        if (manifest.Value("Name") is { } ownName && ownName != name.Value)
            _findings.Invalid(name, $"{ownName}, as its {ServiceManifestReader.FileName} says");
        if (version is not null && manifest.Value("Version") is { } ownVersion && ownVersion != version.Value)
            _findings.Invalid(version, $"{ownVersion}, as its {ServiceManifestReader.FileName} says");
        return new(name.Value, import, manifest);
    }
}

/// <summary>An application package while it is checked.</summary>
internal sealed record PackageModel(XElement Manifest, ImportedPackage[] Imports,
    IReadOnlyDictionary<string, string> Parameters, PackageContent Content, PackageFindings Findings)
{
    /// <summary>Gets a value with a parameter's default value instead of the parameter.</summary>
    internal string Resolve(string value) =>
        ManifestXml.IsParameter(value, out var name) ? Parameters.GetValueOrDefault(name, value) : value;
}

/// <summary>A service package that the application manifest imports.</summary>
/// <param name="Name">The name of its folder; empty if there is none.</param>
/// <param name="Import">The element that imports it.</param>
/// <param name="Manifest">Its manifest; null if it could not be read.</param>
internal sealed record ImportedPackage(string Name, XElement Import, XElement? Manifest)
{
    internal XElement[] Codes => [.. Manifest.Children("CodePackage")];

    internal XElement[] Configs => [.. Manifest.Children("ConfigPackage")];

    internal XElement[] Data => [.. Manifest.Children("DataPackage")];

    internal XElement[] Endpoints => [.. Manifest.Child("Resources").Child("Endpoints").Children("Endpoint")];

    internal XElement[] Types => [.. Manifest.Child("ServiceTypes")?.Elements() ?? []];

    /// <summary>Gets where a code, configuration or data package lies in the application package.</summary>
    internal string Place(XElement package) => Path.Combine(Name, package.Value("Name") ?? "");
}
