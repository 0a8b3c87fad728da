using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Platform;

namespace SfPerf.Fabric.Manifests;

/// <summary>Reads a ServiceManifest.xml, with what the application manifest's import overrides.</summary>
internal sealed class ServiceManifestReader(string folder, ImportOverrides overrides, List<ManifestNote> notes)
{
    internal const string FileName = "ServiceManifest.xml";
    private const string Placement = "PlacementConstraints";

    internal ServicePackageDefinition Read()
    {
        var root = ManifestElement.Load(PackagePath.Find(folder, FileName), "ServiceManifest", Xml.Fabric, notes);
        _ = root.Ignore("Diagnostics").Attributes("Name", "Version", "ManifestId");
        var children = root.Elements(
            "Description", "ServiceTypes", "CodePackage", "ConfigPackage", "DataPackage", "Resources");
        var codes = children.Where(c => c.Name == "CodePackage").ToArray();
        if (codes.Length == 0)
            throw root.Wrong("There is no 'CodePackage'.");
        var packages = codes.Select(Code).ToArray();
        for (var i = 1; i < codes.Length; i++)
        {
            if (packages.Take(i).Any(p => p.Name == packages[i].Name))
                throw codes[i].Wrong($"There are two code packages '{packages[i].Name}'.");
            codes[i].Note($"The code package '{packages[i].Name}' runs beside '{packages[0].Name}', the first one, "
                + "which must register the service types.");
        }
        return new ServicePackageDefinition
        {
            Name = root.RequiredName("Name"),
            Version = root.RequiredName("Version"),
            Folder = folder,
            Types = Types(root.Required(children, "ServiceTypes")),
            Code = packages[0],
            Companions = packages[1..],
            Configs = [.. children.Where(c => c.Name == "ConfigPackage").Select(Config)],
            Data = [.. children.Where(c => c.Name == "DataPackage").Select(Data)],
            Endpoints = Endpoints(root.Single(children, "Resources")),
        };
    }

    private static ServiceTypeDefinition[] Types(ManifestElement types)
    {
        var all = types.Attributes().Elements("StatefulServiceType", "StatelessServiceType").Select(Type).ToArray();
        if (all.Length == 0)
            throw types.Wrong("'ServiceTypes' declares no service type.");
        return Array.TrueForAll(all, t => t.UseImplicitHost == all[0].UseImplicitHost) ? all : throw types.Wrong(
            "Some of the service types have UseImplicitHost=\"true\". Allowed: all types of a package, or none.");
    }

    private static ServiceTypeDefinition Type(ManifestElement type)
    {
        var stateful = type.Name == "StatefulServiceType";
        _ = type.Ignore("LoadMetrics", "ServicePlacementPolicies")
            .Attributes(["ServiceTypeName", stateful ? "HasPersistedState" : "UseImplicitHost"]);
        var children = type.Elements("Extensions", Placement);
        return new(type.RequiredName("ServiceTypeName"), stateful,
            HasPersistedState: stateful && type.Boolean("HasPersistedState", false),
            UseImplicitHost: !stateful && type.Boolean("UseImplicitHost", false),
            PlacementConstraints: type.Single(children, Placement)?.Constraint() ?? "");
    }

    private CodePackageDefinition Code(ManifestElement package)
    {
        var name = package.Ignore("IsShared").Attributes("Name", "Version").RequiredName("Name");
        var children = package.Elements("SetupEntryPoint", "EntryPoint", "EnvironmentVariables");
        var entry = EntryPoint(package.Required(children, "EntryPoint"), name);
        return new()
        {
            Name = name,
            Version = package.RequiredName("Version"),
            Program = entry.Program,
            Arguments = entry.Arguments,
            WorkingFolder = entry.WorkingFolder,
            Environment = Environment(package.Single(children, "EnvironmentVariables"), name),
            Setup = package.Single(children, "SetupEntryPoint") is { } setup ? EntryPoint(setup, name) : null,
        };
    }

    private SetupDefinition EntryPoint(ManifestElement entry, string package)
    {
        _ = entry.Attributes();
        var host = entry.Required(entry.Elements("ExeHost"), "ExeHost")
            .Ignore("RunFrequency").Attributes("IsExternalExecutable");
        var parts = host.Elements("Program", "Arguments", "WorkingFolder", "ConsoleRedirection");
        var program = host.Required(parts, "Program");
        if (program.Text.Length == 0)
            throw program.Wrong("'Program' is empty. Allowed: the name of an executable file.");
        if (ProgramLocator.Problem(folder, package, program.Text) is { } problem)
            throw program.Wrong(problem);
        return new(program.Text, host.Single(parts, "Arguments")?.Text ?? "",
            WorkingFolder(host.Single(parts, "WorkingFolder")));
    }

    private static string WorkingFolder(ManifestElement? element)
    {
        string[] allowed = ["Work", "CodePackage", "CodeBase"];
        if (element is null)
            return allowed[0];
        return allowed.Contains(element.Text) ? element.Text : throw element.Wrong(
            $"'WorkingFolder' is '{element.Text}'. {Suggestion.For(element.Text, allowed)}");
    }

    private Dictionary<string, string> Environment(ManifestElement? declared, string package)
    {
        var variables = declared is null ? [] : Variables(declared.Attributes());
        if (!overrides.Environments.TryGetValue(package, out var changed))
            return variables;
        foreach (var (name, value) in changed)
            variables[name] = value;
        return variables;
    }

    internal static Dictionary<string, string> Variables(ManifestElement parent)
    {
        var variables = new Dictionary<string, string>();
        foreach (var variable in parent.Elements("EnvironmentVariable"))
        {
            var name = variable.Attributes("Name", "Value", "Type").Required("Name");
            _ = variable.OneOf("Type", "PlainText", "PlainText");
            if (!variables.TryAdd(name, variable.Optional("Value") ?? ""))
                throw variable.Wrong($"The environment variable '{name}' is set twice.");
        }
        return variables;
    }

    private ConfigPackageDefinition Config(ManifestElement package)
    {
        var name = package.Ignore("IsShared").Attributes("Name", "Version").RequiredName("Name");
        var path = Existing(package, name);
        var sections = SettingsReader.Read(path, overrides.Settings.GetValueOrDefault(name));
        return new(name, package.RequiredName("Version"), path, sections);
    }

    private DataPackageDefinition Data(ManifestElement package)
    {
        var name = package.Ignore("IsShared").Attributes("Name", "Version").RequiredName("Name");
        return new(name, package.RequiredName("Version"), Existing(package, name));
    }

    private string Existing(ManifestElement package, string name)
    {
        var path = PackagePath.Find(folder, name);
        if (!Directory.Exists(path))
            throw package.Wrong($"The folder '{name}' of this package does not exist.");
        return PackagePath.Problem(folder, folder, name) is not { } problem ? path
            : throw package.Invalid("Name", name, $"the name of a folder in the package; this is {problem}");
    }

    private EndpointDefinition[] Endpoints(ManifestElement? resources)
    {
        var endpoints = Declared(resources);
        foreach (var change in overrides.Endpoints)
        {
            var name = change.Attributes("Name", "Port", "Protocol", "Type", "UriScheme", "PathSuffix")
                .RequiredName("Name");
            var i = Array.FindIndex(endpoints, e => e.Name == name);
            if (i < 0)
            {
                throw change.Wrong($"The service manifest has no endpoint '{name}' to override. "
                    + Suggestion.For(name, [.. endpoints.Select(e => e.Name)]));
            }
            endpoints[i] = Endpoint(change, endpoints[i]);
        }
        return endpoints;
    }

    private static EndpointDefinition[] Declared(ManifestElement? resources)
    {
        var children = resources?.Ignore("Certificates").Attributes().Elements("Endpoints") ?? [];
        if (resources?.Single(children, "Endpoints") is not { } list)
            return [];
        var endpoints = list.Attributes().Elements("Endpoint").Select(e => Endpoint(e.Ignore("CertificateRef")
            .Attributes("Name", "Protocol", "Type", "Port", "UriScheme", "PathSuffix", "CodePackageRef"),
            new() { Name = e.RequiredName("Name") })).ToArray();
        if (endpoints.GroupBy(e => e.Name).FirstOrDefault(g => g.Count() > 1) is { } twice)
            throw list.Wrong($"There are two endpoints '{twice.Key}'.");
        return endpoints;
    }

    private static EndpointDefinition Endpoint(ManifestElement endpoint, EndpointDefinition before) => before with
    {
        Protocol = endpoint.OneOf("Protocol", before.Protocol, "http", "https", "tcp", "udp"),
        Type = endpoint.OneOf("Type", before.Type, "Input", "Internal"),
        Port = endpoint.Int32("Port", before.Port, 0, 65535),
        UriScheme = endpoint.Optional("UriScheme") ?? before.UriScheme,
        PathSuffix = endpoint.Optional("PathSuffix") ?? before.PathSuffix,
    };
}

/// <summary>Describes what an application manifest's import changes in a service manifest.</summary>
/// <param name="Settings">The changed settings, by configuration package.</param>
/// <param name="Environments">The changed environment variables, by code package.</param>
/// <param name="Endpoints">The elements that change endpoints.</param>
internal sealed record ImportOverrides(IReadOnlyDictionary<string, ManifestElement> Settings,
    IReadOnlyDictionary<string, Dictionary<string, string>> Environments, IReadOnlyList<ManifestElement> Endpoints);
