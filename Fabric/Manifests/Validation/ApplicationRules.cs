using System.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>
/// Defines what holds for the application manifest by itself: names, versions, parameters, what is there twice.
/// </summary>
internal static class ApplicationRules
{
    internal static void Check(PackageModel package)
    {
        var (manifest, findings) = (package.Manifest, package.Findings);
        findings.CheckName(manifest, "ApplicationTypeName");
        findings.CheckName(manifest, "ApplicationTypeVersion");
        findings.CheckDuplicates(manifest.Child("Parameters").Children("Parameter"));
        var references = package.Imports.SelectMany(i => i.Import.Children("ServiceManifestRef")).ToArray();
        foreach (var reference in references)
        {
            findings.CheckName(reference, "ServiceManifestName");
            findings.CheckName(reference, "ServiceManifestVersion");
        }
        findings.CheckDuplicates(references, "ServiceManifestName");
        var services = manifest.Child("DefaultServices")?.Elements().ToArray() ?? [];
        foreach (var service in services)
            findings.CheckName(service, "Name");
        findings.CheckDuplicates(services);
        findings.CheckDuplicates(manifest.Child("ServiceTemplates")?.Elements() ?? [], "ServiceTypeName");
        findings.CheckDuplicates(package.Imports.SelectMany(i => i.Types), "ServiceTypeName");
        findings.CheckParameters(
            manifest.Elements().Where(e => e.Name.LocalName is not ("Parameters" or "Description")),
            package.Parameters);
    }
}
