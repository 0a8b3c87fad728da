using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>Names what lies in a package and what no manifest names: it is uploaded and never used.</summary>
internal static class LayoutRules
{
    private const string Checksum = ".checksum";

    internal static void Check(PackageModel package)
    {
        var imports = package.Imports.Where(i => i.Name.Length > 0).ToArray();
        Foreign(package, "", imports.Select(i => i.Name).Prepend(ApplicationReader.FileName));
        foreach (var import in imports.Where(i => i.Manifest is not null))
        {
            var packages = import.Codes.Concat(import.Configs).Concat(import.Data)
                .Select(p => p.Value("Name")).OfType<string>();
            Foreign(package, import.Name, packages.Prepend(ServiceManifestReader.FileName));
        }
    }

    private static void Foreign(PackageModel package, string folder, IEnumerable<string> names)
    {
        var known = names.ToHashSet(StringComparer.OrdinalIgnoreCase);
        foreach (var path in Directory.EnumerateFileSystemEntries(package.Content.Full(folder)))
        {
            var name = Path.GetFileName(path);
            if (known.TryGetValue(name, out var named) && named != name)
            {
                package.Findings.Warning(package.Content.Name(Path.Combine(folder, name)), 0,
                    $"The manifest names it '{named}'. Service Fabric on Linux does not find it in other case.");
            }
            var stem = Without(Without(name, Checksum), PackageContent.ArchiveEnding);
            if (known.Contains(name) || (known.Contains(stem) && (stem.Length < name.Length)))
                continue;
            package.Findings.Warning(package.Content.Name(Path.Combine(folder, name)), 0,
                $"No manifest names it. Allowed here: {string.Join(", ", known)}.");
        }
    }

    private static string Without(string name, string ending) =>
        name.EndsWith(ending, StringComparison.Ordinal) ? name[..^ending.Length] : name;
}
