using System;
using System.IO;
using SfPerf.TestKit;

namespace SfPerf.Client.Tests;

/// <summary>Finds the files and the programs of the checkout that the tests were built from.</summary>
internal static class Product
{
    public static string Root => Checkout.Root;

    /// <summary>Gets the sfperf that was built along with the tests.</summary>
    public static string Sfperf => Path.Combine(Root, "artifacts", "bin", "SfPerf.Client",
        new DirectoryInfo(AppContext.BaseDirectory).Name, OperatingSystem.IsWindows() ? "sfperf.exe" : "sfperf");

    public static string File(string relative) => Path.Combine(Root, relative);
}
