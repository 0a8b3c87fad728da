using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Fabric.Manifests;
using SfPerf.Fabric.Manifests.Archives;
using SfPerf.Fabric.Manifests.Validation;
using SfPerf.Platform;

namespace SfPerf.Client.Packages;

/// <summary>Makes a package for one system out of manifests and projects.</summary>
/// <param name="options">What is wanted.</param>
/// <param name="notes">Takes what goes on, and warnings.</param>
internal sealed class PackageMaker(PackageOptions options, TextWriter notes)
{
    /// <summary>Makes the package, and checks it before it is written.</summary>
    /// <param name="file">The archive; one that is there is replaced as a whole.</param>
    /// <param name="token">Ends the work; the file is then not written.</param>
    /// <returns>The findings; with an error among them nothing was written.</returns>
    /// <exception cref="SfPerfException">A service cannot be published.</exception>
    public async Task<IReadOnlyList<PackageFinding>> MakeAsync(string file, CancellationToken token)
    {
        var findings = PackageCheck.Run(options.Source, options.Source);
        if (findings.Any(f => !f.IsWarning))
            return findings;
        var stage = Directory.CreateTempSubdirectory("sfperf-package-").FullName;
        try
        {
            Copy(options.Source, stage);
            foreach (var folder in Directory.GetDirectories(stage)
                .Where(f => File.Exists(PackagePath.Find(f, ServiceManifestReader.FileName)))
                .Order(StringComparer.Ordinal))
            {
                await FillAsync(folder, token).ConfigureAwait(false);
            }

            findings = PackageCheck.Run(stage, options.Source);
            if (findings.All(f => f.IsWarning))
                PackageArchiveWriter.Write(stage, file);
            return findings;
        }
        finally
        {
            Directory.Delete(stage, recursive: true);
        }
    }

    private async Task FillAsync(string folder, CancellationToken token)
    {
        var path = PackagePath.Find(folder, ServiceManifestReader.FileName);
        var manifest = BoundedXml.Load(path).Root!;
        foreach (var code in manifest.Children("CodePackage"))
        {
            var host = code.Child("EntryPoint").Child("ExeHost");
            var target = PackagePath.Find(folder, code.Value("Name")!);
            if (host?.Child("Program")?.Value.Trim() is not { } program || host.IsTrue("IsExternalExecutable")
                || Directory.Exists(target) || File.Exists(target + PackageContent.ArchiveEnding))
            {
                continue;
            }

            await notes.WriteLineAsync($"Publishing {ProgramName.Stem(program)} for {options.Runtime}.")
                .ConfigureAwait(false);
            await ServicePublisher.PublishAsync(options, program, target, token).ConfigureAwait(false);
            Rename(path, program, options.FileOf(program));
        }
    }

    // The manifest keeps its form: a parser that writes it again would change more than the name.
    private static void Rename(string manifest, string program, string file)
    {
        var text = File.ReadAllText(manifest);
        var element = $@"(<Program>\s*){Regex.Escape(program)}(\s*</Program>)";
        File.WriteAllText(manifest,
            Regex.Replace(text, element, m => m.Groups[1].Value + file + m.Groups[2].Value));
    }

    private static void Copy(string source, string target)
    {
        foreach (var file in Directory.EnumerateFiles(source, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(target, Path.GetRelativePath(source, file));
            _ = Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }
}
