using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Platform;

namespace SfPerf.Fabric.Manifests;

/// <summary>Reads an application package with its parameters into what is to be created.</summary>
/// <remarks>
/// Reads strictly: an element or attribute that Service Fabric does not know, or that a service could not do without,
/// is an error. What only places, limits or protects services on a real cluster has no effect here and is noted.
/// Nothing is started or copied.
/// </remarks>
internal sealed partial class ApplicationReader
{
    internal const string FileName = "ApplicationManifest.xml";
    internal const string DefaultName = "fabric:/SfPerf";

    private readonly string _folder;
    private readonly string _name;
    private readonly ManifestElement _root;
    private readonly IReadOnlyList<ManifestElement> _children;
    private readonly SortedDictionary<string, string> _parameters = new(StringComparer.Ordinal);
    private readonly List<ManifestNote> _notes = [];

    private ApplicationReader(string folder, string name)
    {
        if (!Directory.Exists(folder))
            throw new ManifestException(folder, 0, "The application package folder does not exist.");
        _folder = Path.GetFullPath(folder);
        _name = name;
        _root = ManifestElement.Load(PackagePath.Find(_folder, FileName), "ApplicationManifest", Xml.Fabric, _notes);
        _ = _root.Ignore("Principals", "Certificates", "Diagnostics")
            .Attributes("ApplicationTypeName", "ApplicationTypeVersion", "ManifestId");
        _children = _root.Elements("Description", "Parameters", "ServiceManifestImport", "DefaultServices",
            "ServiceTemplates", "Policies");
    }

    /// <param name="folder">The folder that holds ApplicationManifest.xml.</param>
    /// <param name="profile">A publish profile, or null for the manifest's defaults.</param>
    /// <param name="name">The application's name, or null for the parameter file's.</param>
    /// <param name="overrides">Values that win over the profile's.</param>
    /// <exception cref="ManifestException">Something is wrong; the message names file and line.</exception>
    internal static ApplicationDefinition Read(
        string folder, string? profile, string? name, IReadOnlyDictionary<string, string> overrides)
    {
        if (name is not null && !ManifestName.IsApplication(name))
        {
            throw new ManifestException("Name of the application", 0, $"'{name}' is none. "
                + $"Allowed: {ApplicationParameterFile.NameAllowed}.");
        }
        var file = profile is null ? null : ApplicationParameterFile.Read(PublishProfile.Read(profile).ParameterFile);
        var reader = new ApplicationReader(folder, name ?? file?.Name ?? DefaultName);
        reader.SetParameters([.. file?.Values ?? [],
            .. overrides.Select(o => new ParameterValue(o.Key, o.Value, null))]);
        return reader.Read();
    }

    /// <summary>Reads a package with its own defaults.</summary>
    /// <param name="folder">The folder that holds ApplicationManifest.xml.</param>
    /// <param name="refusal">Why the package cannot run here; null if it can.</param>
    /// <returns>What of it has no effect here, up to the place of the refusal.</returns>
    internal static IReadOnlyList<ManifestNote> ReadNotes(string folder, out ManifestException? refusal)
    {
        refusal = null;
        ApplicationReader? reader = null;
        try
        {
            reader = new ApplicationReader(folder, DefaultName);
            reader.SetParameters([]);
            _ = reader.Read();
        }
        catch (ManifestException e)
        {
            refusal = e;
        }
        return reader?._notes ?? [];
    }

    private ApplicationDefinition Read()
    {
        var policy = HealthPolicy();
        var packages = Packages();
        var services = _root.Single(_children, "DefaultServices") is { } list ? Services(list, packages) : [];
        return new()
        {
            Name = _name,
            TypeName = _root.RequiredName("ApplicationTypeName"),
            TypeVersion = _root.RequiredName("ApplicationTypeVersion"),
            Parameters = _parameters,
            Packages = packages,
            Services = services,
            Templates = _root.Single(_children, "ServiceTemplates") is { } templates
                ? Templates(templates, packages) : [],
            HealthPolicy = policy,
            Notes = [.. _notes.Select(n => n.ToString())],
        };
    }

    private void SetParameters(IEnumerable<ParameterValue> values)
    {
        if (_root.Single(_children, "Parameters") is { } list)
        {
            foreach (var p in list.Attributes().Elements("Parameter"))
            {
                var name = p.Attributes("Name", "DefaultValue").RequiredName("Name");
                var value = p.Optional("DefaultValue")
                    ?? throw p.Wrong("'Parameter' lacks the attribute 'DefaultValue'.");
                if (!_parameters.TryAdd(name, value))
                    throw p.Wrong($"The parameter '{name}' is declared twice.");
            }
        }
        foreach (var value in values)
        {
            if (!_parameters.ContainsKey(value.Name))
            {
                var problem = $"The application has no parameter '{value.Name}'. "
                    + Suggestion.For(value.Name, _parameters.Keys);
                throw value.Place?.Wrong(problem) ?? new ManifestException("--set", 0, problem);
            }
            _parameters[value.Name] = value.Value;
        }
        var scope = new ParameterScope(_parameters);
        foreach (var child in _children.Where(
            c => c.Name is "ServiceManifestImport" or "DefaultServices" or "ServiceTemplates" or "Policies"))
        {
            child.Use(scope);
        }
    }

    private ApplicationHealthPolicy HealthPolicy()
    {
        if (_root.Single(_children, "Policies") is not { } policies)
            return new();
        var known = policies.Ignore("LogCollectionPolicies", "DefaultRunAsPolicy", "SecurityAccessPolicies")
            .Attributes().Elements("HealthPolicy");
        return policies.Single(known, "HealthPolicy") is { } policy ? ApplicationHealthPolicy.Read(policy) : new();
    }

    private ServicePackageDefinition[] Packages()
    {
        var packages = new List<ServicePackageDefinition>();
        foreach (var import in _children.Where(c => c.Name == "ServiceManifestImport"))
        {
            var parts = import.Ignore("Policies").Attributes()
                .Elements("ServiceManifestRef", "ConfigOverrides", "ResourceOverrides", "EnvironmentOverrides");
            var reference = import.Required(parts, "ServiceManifestRef")
                .Attributes("ServiceManifestName", "ServiceManifestVersion");
            var name = reference.RequiredName("ServiceManifestName");
            var folder = PackagePath.Find(_folder, name);
            if (!Directory.Exists(folder))
                throw reference.Wrong($"The package folder '{name}' does not exist.");
            if (PackagePath.Problem(_folder, _folder, name) is { } problem)
                throw reference.Invalid("ServiceManifestName", name, $"a folder in the package; this is {problem}");
            var overrides = new ImportOverrides(
                ConfigOverrides(import, parts), Environments(parts), EndpointOverrides(import, parts));
            var package = new ServiceManifestReader(folder, overrides, _notes).Read();
            if (package.Name != name)
            {
                throw reference.Invalid("ServiceManifestName", name,
                    $"{package.Name} (its ServiceManifest.xml's name)");
            }

            if (package.Version != reference.Required("ServiceManifestVersion"))
            {
                throw reference.Invalid("ServiceManifestVersion", reference.Required("ServiceManifestVersion"),
                    package.Version);
            }

            packages.Add(package);
        }
        return packages.Count > 0 ? [.. packages] : throw _root.Wrong("There is no 'ServiceManifestImport'.");
    }

    private static Dictionary<string, ManifestElement> ConfigOverrides(
        ManifestElement import, IReadOnlyList<ManifestElement> parts)
    {
        var overrides = new Dictionary<string, ManifestElement>();
        if (import.Single(parts, "ConfigOverrides") is not { } list)
            return overrides;
        foreach (var one in list.Attributes().Elements("ConfigOverride"))
        {
            var name = one.Attributes("Name").Required("Name");
            if (one.Single(one.Elements("Settings"), "Settings") is { } settings)
                overrides[name] = settings;
        }
        return overrides;
    }

    private static IReadOnlyList<ManifestElement> EndpointOverrides(
        ManifestElement import, IReadOnlyList<ManifestElement> parts) =>
        import.Single(parts, "ResourceOverrides") is { } resources
            && resources.Single(resources.Attributes().Elements("Endpoints"), "Endpoints") is { } list
            ? list.Attributes().Elements("Endpoint") : [];

    private static Dictionary<string, Dictionary<string, string>> Environments(IReadOnlyList<ManifestElement> parts) =>
        parts.Where(p => p.Name == "EnvironmentOverrides").ToDictionary(
            p => p.Attributes("CodePackageRef").Required("CodePackageRef"), ServiceManifestReader.Variables);
}
