using System;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Manifests;
using SfPerf.TestKit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

/// <summary>A copy of the repository's application package, to be spoilt by one test.</summary>
internal sealed class PackageCopy : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-package-").FullName;

    internal PackageCopy()
    {
        foreach (var name in new[] { "ApplicationPackage", "ApplicationParameters", "PublishProfiles" })
        {
            var source = Path.Combine(Checkout.Root, name);
            foreach (var file in Directory.EnumerateFiles(source, "*", SearchOption.AllDirectories))
            {
                var target = Path.Combine(_folder, name, Path.GetRelativePath(source, file));
                _ = Directory.CreateDirectory(Path.GetDirectoryName(target)!);
                File.Copy(file, target);
            }
        }
    }

    internal string Package => Path.Combine(_folder, "ApplicationPackage");

    internal string Profile(string name) => Path.Combine(_folder, "PublishProfiles", name + ".xml");

    /// <summary>Replaces a text of a file.</summary>
    internal void Edit(string file, string text, string by)
    {
        var path = Path.Combine(_folder, file);
        var content = File.ReadAllText(path);
        if (!content.Contains(text, StringComparison.Ordinal))
        {
            throw new ArgumentException($"{file} does not hold "
            + $"'{text}'.");
        }

        File.WriteAllText(path, content.Replace(text, by, StringComparison.Ordinal));
    }

    internal ApplicationDefinition Read(string profile = "Local.5Node", params (string Name, string Value)[] values) =>
        ApplicationReader.Read(Package, Profile(profile), null, values.ToDictionary(v => v.Name, v => v.Value));

    /// <summary>Gets the message of the error that reading gives, with the folder left out.</summary>
    internal string Error(string profile = "Local.5Node", params (string Name, string Value)[] values)
    {
        try
        {
            _ = Read(profile, values);
            return "(no error)";
        }
        catch (ManifestException e)
        {
            return e.Message.Replace(_folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);
        }
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
