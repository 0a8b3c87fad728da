using System;
using System.IO;
using System.Linq;
using System.Xml.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>
/// Content that a cluster has already may not change under the same version, from a file up to the application type.
/// </summary>
internal static class VersionRules
{
    internal static void Check(PackageModel package, string previous)
    {
        var unsaid = new PackageFindings();
        var content = new PackageContent(previous, previous, unsaid);
        if (content.Load(ApplicationReader.FileName, "ApplicationManifest") is not { } manifest)
        {
            var problem = unsaid.Sorted[0];
            package.Findings.Error(problem.File, problem.Line, $"The previous package cannot be read. "
                + $"{problem.Problem}");
            return;
        }
        if (manifest.Value("ApplicationTypeName") == package.Manifest.Value("ApplicationTypeName"))
            SameManifest(package, manifest, package.Manifest, "ApplicationTypeVersion");
        foreach (var import in package.Imports.Where(i => i.Manifest is not null))
        {
            var path = Path.Combine(import.Name, ServiceManifestReader.FileName);
            if (!File.Exists(content.Full(path)) || content.Load(path, "ServiceManifest") is not { } before)
                continue;
            SameManifest(package, before, import.Manifest!, "Version");
            var old = new ImportedPackage(import.Name, import.Import, before);
            foreach (var one in import.Codes)
                SameContent(package, content, import, one, old.Codes);
            foreach (var one in import.Configs)
                SameContent(package, content, import, one, old.Configs);
            foreach (var one in import.Data)
                SameContent(package, content, import, one, old.Data);
        }
    }

    private static void SameManifest(PackageModel package, XElement before, XElement now, string attribute)
    {
        if (now.Attribute(attribute) is not { } version || before.Value(attribute) != version.Value
            || XNode.DeepEquals(before, now))
        {
            return;
        }

        package.Findings.Invalid(version, "another version: this file is not that of the previous package");
    }

    private static void SameContent(
        PackageModel package, PackageContent previous, ImportedPackage import, XElement now, XElement[] before)
    {
        var name = now.Value("Name");
        var old = Array.Find(before, b => b.Value("Name") == name);
        if (old is null || now.Attribute("Version") is not { } version || old.Value("Version") != version.Value
            || !ManifestName.IsValid(name!)
            || package.Content.Find(import.Place(now)) is not { } files
            || previous.Find(import.Place(old)) is not { } oldFiles)
        {
            return;
        }

        if (files.FirstDifference(oldFiles) is { } file)
        {
            package.Findings.Invalid(version,
                $"another version: the file '{files.Relative}/{file}' is not that of the previous package");
        }
    }
}
