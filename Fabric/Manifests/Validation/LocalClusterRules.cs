using System;
using System.IO;
using System.Linq;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>Defines what Service Fabric does with a package and the local cluster does not: warnings.</summary>
internal static class LocalClusterRules
{
    private const string Refused = "The local cluster refuses the package:";

    internal static void Check(PackageModel package)
    {
        foreach (var import in package.Imports)
            Check(import, package.Findings);
        if (package.Findings.HasErrors)
            return;
        var root = Path.GetFullPath(package.Content.Folder);
        var notes = ApplicationReader.ReadNotes(root, out var refusal);
        foreach (var note in notes)
            package.Findings.Warning(Name(note.File), note.Line, note.Text);
        // What was found above is why the reader refuses it, and it says one thing only.
        if (refusal is not null
            && !package.Findings.Sorted.Any(f => f.Problem.StartsWith(Refused, StringComparison.Ordinal)))
        {
            package.Findings.Warning(Name(refusal.File), refusal.Line, $"{Refused} {refusal.Problem}");
        }

        string Name(string file) => package.Content.Name(Path.GetRelativePath(root, file));
    }

    private static void Check(ImportedPackage import, PackageFindings findings)
    {
        foreach (var code in import.Codes)
        {
            foreach (var host in code.Child("EntryPoint")?.Elements().Where(h => h.Name.LocalName != "ExeHost") ?? [])
                findings.Warning(host, $"{Refused} it has no '{host.Name.LocalName}', only ExeHost.");
        }
    }
}
