using System;
using System.IO;

namespace SfPerf.Client.Tests;

/// <summary>Finds the files and the programs of the checkout that the tests were built from.</summary>
internal static class Product
{
    public static string Root { get; } = FindRoot();

    /// <summary>Gets the sfperf that was built along with the tests.</summary>
    public static string Sfperf => Path.Combine(Root, "artifacts", "bin", "SfPerf.Client",
        new DirectoryInfo(AppContext.BaseDirectory).Name, OperatingSystem.IsWindows() ? "sfperf.exe" : "sfperf");

    public static string File(string relative) => Path.Combine(Root, relative);

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!System.IO.File.Exists(Path.Combine(folder.FullName, "SfPerf.sln")))
            folder = folder.Parent ?? throw new InvalidOperationException("The tests run outside their checkout.");
        return folder.FullName;
    }
}
