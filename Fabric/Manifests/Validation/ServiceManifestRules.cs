using System;
using System.IO;
using System.Linq;
using System.Xml.Linq;
using SfPerf.Platform;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>Defines what holds for a service manifest by itself and for the files that it names.</summary>
internal static class ServiceManifestRules
{
    internal static void Check(ImportedPackage package, PackageContent content, PackageFindings findings)
    {
        if (package.Manifest is not { } manifest)
            return;
        findings.CheckName(manifest, "Name");
        findings.CheckName(manifest, "Version");
        foreach (var group in new[] { package.Codes, package.Configs, package.Data })
        {
            findings.CheckDuplicates(group);
            foreach (var one in group)
            {
                findings.CheckName(one, "Name");
                findings.CheckName(one, "Version");
                Files(package, one, content, findings);
            }
        }
        CheckTypes(package, findings);
        CheckEndpoints(package, findings);
    }

    private static void Files(ImportedPackage package, XElement one, PackageContent content, PackageFindings findings)
    {
        if (one.Value("Name") is not { } name || !ManifestName.IsValid(name))
            return;
        var files = content.Find(package.Place(one));
        if (files is null)
        {
            findings.Warning(one, $"The package has neither a folder '{name}' nor "
                + $"'{name}{PackageContent.ArchiveEnding}': "
                + $"only a cluster that has version '{one.Value("Version")}' of it already accepts the package.");
        }
        var entries = one.Elements().Where(e => e.Name.LocalName is "SetupEntryPoint" or "EntryPoint");
        foreach (var host in entries.SelectMany(e => e.Children("ExeHost")))
            EntryPoint(host, files, findings);
    }

    // What is wrong of a name by itself is told also where the files are not there.
    private static void EntryPoint(XElement host, SubPackage? files, PackageFindings findings)
    {
        if (host.Child("Program") is not { } element)
            return;
        var text = element.Value;
        if (text.StartsWith('"') && text.IndexOf('"', 1) < 0)
        {
            findings.Error(element, $"'Program' is '{text}': the quotation marks do not match. Allowed: the name of an "
                + "executable file in the package, within quotation marks if it has a blank.");
            return;
        }
        // As Service Fabric cuts it: what follows a blank are arguments.
        var program = text.StartsWith('"') ? text[1..text.IndexOf('"', 1)] : text.Split(' ')[0];
        if (program.Length == 0)
        {
            findings.Error(element, "'Program' is empty, or begins with a blank. Allowed: the name of an executable "
                + "file in the package.");
            return;
        }
        if (host.IsTrue("IsExternalExecutable"))
            return;
        var name = program.Replace('\\', '/');
        if (name[0] == '/' || (name.Length > 1 && name[1] == ':'))
        {
            findings.Error(element, $"'Program' is '{program}', an absolute path. Allowed: a path within "
                + $"{(files is null ? "the package" : $"'{files.Relative}'")}.");
            return;
        }
        if (files is null)
            return;
        if (files.Files.Contains(name) || (Path.GetExtension(name).Length == 0 && files.Files.Contains(name + ".exe")))
            return;
        if (files.FileOf(name) is { } other)
        {
            findings.Warning(element, $"'Program' is '{program}', the file is '{other}': Linux refuses it.");
            return;
        }
        if (files.FileOf(ProgramName.Stem(name)) is { } stem)
        {
            findings.Error(element, $"'Program' is '{program}', the file is '{stem}', a program for Linux. Allowed: "
                + $"'{stem}', or a program for Windows; the local cluster would start '{stem}' all the same.");
            return;
        }
        findings.Error(element, $"'Program' is '{program}', and '{files.Relative}' has no such file. Allowed: the name "
            + "of a file there." + (Suggestion.Nearest(name, files.Files) is { } near ? $" Did you mean "
            + $"'{near}'?" : ""));
    }

    private static void CheckTypes(ImportedPackage package, PackageFindings findings)
    {
        foreach (var type in package.Types)
        {
            if (type.IsTrue("UseImplicitHost") != package.Types[0].IsTrue("UseImplicitHost"))
            {
                findings.Error(type, "Some of the service types have UseImplicitHost=\"true\". Allowed: all types of a "
                    + "package, or none.");
            }
        }
    }

    private static void CheckEndpoints(ImportedPackage package, PackageFindings findings)
    {
        findings.CheckDuplicates(package.Endpoints);
        foreach (var endpoint in package.Endpoints)
        {
            if (endpoint.Attribute("Name") is { } name && name.Value.AsSpan().ContainsAny(",;"))
                findings.Invalid(name, "a name without comma and semicolon");
            _ = findings.Find(endpoint.Attribute("CodePackageRef"), "a code package", package.Codes);
        }
    }
}
