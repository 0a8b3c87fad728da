using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace SfPerf.Architecture.Tests;

public sealed partial class FolderTests
{
    private const int SmallLines = 20;
    private const double SmallShareMax = 0.15;

    // What a service may name of ours has a namespace beside Service Fabric's; a folder may not be called a namespace
    // that its own files use.
    private static readonly Dictionary<string, string> Exceptions = new()
    {
        ["Fabric/Abstractions/Data"] = "SfPerf.Fabric.Data",
        ["Tests/Fabric.Abstractions.Tests/System.Fabric"] = "SfPerf.Fabric.Abstractions.Tests.FabricTypes",
    };

    [Fact]
    public void A_namespace_of_ours_is_named_as_its_folder()
    {
        var wrong = Repository.Files("*.cs").Select(f => (File: f, Namespace: NamespaceOf(f)))
            .Where(f => f.Namespace?.StartsWith("SfPerf", StringComparison.Ordinal) == true
                && f.Namespace != Expected(f.File))
            .Select(f => $"{Repository.Relative(f.File)}: {f.Namespace}, expected {Expected(f.File)}");
        Assert.Empty(wrong);
    }

    // Families of small types that are read together share a file.
    [Fact]
    public void Few_files_of_the_product_are_small()
    {
        var lengths = Repository.Files("*.cs")
            .Where(f => !Repository.Relative(f).StartsWith("Tests/", StringComparison.Ordinal))
            .Select(f => File.ReadLines(f).Count()).ToArray();
        Assert.InRange(lengths.Count(l => l < SmallLines), 0, (int)(lengths.Length * SmallShareMax));
    }

    private static string? NamespaceOf(string file) =>
        Declaration().Match(File.ReadAllText(file)) is { Success: true } found ? found.Groups[1].Value : null;

    private static string Expected(string file)
    {
        var folder = Path.GetDirectoryName(file)!;
        if (Exceptions.TryGetValue(Repository.Relative(folder), out var exception))
            return exception;
        var project = folder;
        while (Directory.GetFiles(project, "*.csproj").Length == 0)
            project = Path.GetDirectoryName(project)!;
        var name = Path.GetFileNameWithoutExtension(Directory.GetFiles(project, "*.csproj").Single());
        return folder == project ? name
            : $"{name}.{Path.GetRelativePath(project, folder).Replace(Path.DirectorySeparatorChar, '.')}";
    }

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex Declaration();
}
