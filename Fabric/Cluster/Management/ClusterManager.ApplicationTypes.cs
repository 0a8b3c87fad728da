using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Gateway;
using SfPerf.Fabric.Manifests;
using SfPerf.Fabric.Manifests.Archives;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>Application types, and applications that are created from them.</content>
internal sealed partial class ClusterManager
{
    private const string TypeNotFound = "FABRIC_E_APPLICATION_TYPE_NOT_FOUND";

    /// <summary>Makes an uploaded package an application type. The type keeps a copy.</summary>
    /// <exception cref="ManifestException">The package cannot run here.</exception>
    /// <exception cref="ClusterException">There is no such package, or the type is there.</exception>
    internal async Task<ApplicationTypeView> ProvisionAsync(string package)
    {
        var type = await FilesAsync(() => ReadType(package)).ConfigureAwait(false);
        var taken = await _loop.InvokeAsync(() =>
        {
            var types = _folder.State.ApplicationTypes;
            if (Array.Exists(types, t => t.Name == type.Name && t.Version == type.Version))
                return false;
            SaveState(_folder.State with { ApplicationTypes = [.. types, type] });
            Log.TypeProvisioned(type.Name, type.Version);
            return true;
        }).ConfigureAwait(false);
        if (taken)
            return View(type);
        await FilesAsync(() => _images.Drop(type.Folder)).ConfigureAwait(false);
        throw new ClusterException("FABRIC_E_APPLICATION_TYPE_ALREADY_EXISTS",
            $"There is an application type {type.Name} of version {type.Version} already.");
    }

    /// <summary>Deletes an application type that no application is of.</summary>
    /// <exception cref="ClusterException">There is none, or an application is of it.</exception>
    internal async Task UnprovisionAsync(string name, string version)
    {
        var type = await _loop.InvokeAsync(() =>
        {
            var found = TypeOf(name, version);
            var user = _applications.Find(
                a => a.Definition.Packages.Any(p => IsIn(p.Folder, _images.Kept(found.Folder))));
            if (user is not null)
            {
                throw new ClusterException("FABRIC_E_APPLICATION_TYPE_IN_USE",
                    $"{user.Name} is of the application type {name}, version {version}.");
            }
            SaveState(_folder.State with
            {
                ApplicationTypes = [.. _folder.State.ApplicationTypes.Where(t => t != found)],
            });
            Log.TypeUnprovisioned(name, version);
            return found;
        }).ConfigureAwait(false);
        await FilesAsync(() => _images.Drop(type.Folder)).ConfigureAwait(false);
    }

    /// <summary>Creates an application of a type and waits until it serves.</summary>
    /// <exception cref="ManifestException">A parameter is wrong.</exception>
    /// <exception cref="ClusterException">There is no such type, the name is taken, or it did not get ready.
    /// </exception>
    internal async Task CreateApplicationAsync(string name, string typeName, string typeVersion,
        IReadOnlyDictionary<string, string> parameters, TimeSpan limit)
    {
        var type = await _loop.InvokeAsync(() =>
        {
            if (_applications.Exists(a => a.Name == name))
            {
                throw new ClusterException("FABRIC_E_APPLICATION_ALREADY_EXISTS",
                    $"There is an application '{name}' already.");
            }
            return TypeOf(typeName, typeVersion);
        }).ConfigureAwait(false);
        var definition = ApplicationReader.Read(_images.Kept(type.Folder), null, name, parameters);
        _ = await DeployAsync(definition, DeployMode.Never, limit).ConfigureAwait(false);
    }

    internal Task<ApplicationTypeView[]> ApplicationTypesAsync() =>
        _loop.InvokeAsync(() => _folder.State.ApplicationTypes.Select(View).ToArray());

    /// <summary>Reads the package of an application type: that of a provisioned one, else that from which an
    /// application of this type was deployed.</summary>
    /// <exception cref="ClusterException">There is no such type.</exception>
    /// <exception cref="ManifestException">The package is not there any more.</exception>
    internal async Task<TypePackage> TypePackageAsync(string name, string version)
    {
        var folder = await _loop.InvokeAsync(() =>
        {
            if (Array.Exists(_folder.State.ApplicationTypes, t => t.Name == name && t.Version == version))
                return _images.Kept(TypeOf(name, version).Folder);
            var user = _applications.Find(
                a => (a.Definition.TypeName, a.Definition.TypeVersion) == (name, version));
            return user?.Definition.Packages is [var first, ..] ? Path.GetDirectoryName(first.Folder)!
                : _images.Kept(TypeOf(name, version).Folder);
        }).ConfigureAwait(false);
        return await FilesAsync(() =>
        {
            var read = ApplicationReader.Read(folder, null, null, new Dictionary<string, string>());
            return new TypePackage(
                File.ReadAllText(PackagePath.Find(folder, ApplicationReader.FileName)),
                [.. read.Packages.Select(p =>
                    (p, File.ReadAllText(PackagePath.Find(p.Folder, ServiceManifestReader.FileName))))]);
        }).ConfigureAwait(false);
    }

    // What is wrong is told of the package as its user knows it, not of the copy.
    private StoredApplicationType ReadType(string package)
    {
        var kept = _images.Keep(package);
        var folder = _images.Kept(kept);
        try
        {
            PackageArchive.ExtractInner(folder);
            var read = ApplicationReader.Read(folder, null, null, new Dictionary<string, string>());
            return new()
            {
                Name = read.TypeName, Version = read.TypeVersion, Folder = kept, Parameters = read.Parameters,
            };
        }
        catch (Exception e)
        {
            _images.Drop(kept);
            if (e is not ManifestException wrong)
                throw;
            var prefix = folder + Path.DirectorySeparatorChar;
            throw new ManifestException(wrong.File.Replace(prefix, "", StringComparison.Ordinal), wrong.Line,
                wrong.Problem.Replace(prefix, "", StringComparison.Ordinal));
        }
    }

    private static ApplicationTypeView View(StoredApplicationType type) =>
        new(type.Name, type.Version, type.Parameters);

    private static bool IsIn(string path, string folder) =>
        path.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    private StoredApplicationType TypeOf(string name, string version)
    {
        var types = _folder.State.ApplicationTypes;
        return Array.Find(types, t => t.Name == name && t.Version == version) ?? throw new ClusterException(
            TypeNotFound, $"There is no application type '{name}' of version '{version}'. There are: "
            + (types.Length == 0 ? "none." : string.Join(", ", types.Select(t => $"{t.Name} {t.Version}")) + "."));
    }
}

/// <summary>The package of an application type.</summary>
/// <param name="Manifest">The text of its application manifest.</param>
/// <param name="Services">Its service packages, each with the text of its manifest.</param>
internal sealed record TypePackage(
    string Manifest, IReadOnlyList<(ServicePackageDefinition Package, string Manifest)> Services);
