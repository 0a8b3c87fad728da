using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.TestKit;

namespace SfPerf.Architecture.Tests;

internal static class Repository
{
    private static readonly string[] Skipped = [".git", "artifacts", "runs", "bin", "obj", "node_modules"];

    internal static string Root => Checkout.Root;

    internal static IEnumerable<string> Files(string pattern) => Walk(Root, pattern);

    internal static string Relative(string path) => Path.GetRelativePath(Root, path).Replace('\\', '/');

    internal static IEnumerable<string> Folders(string folder) =>
        Directory.EnumerateDirectories(folder).Where(d => !Skipped.Contains(Path.GetFileName(d)));

    private static IEnumerable<string> Walk(string folder, string pattern) =>
        Directory.EnumerateFiles(folder, pattern).Concat(Folders(folder).SelectMany(d => Walk(d, pattern)));
}
