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
        Configuration, OperatingSystem.IsWindows() ? "sfperf.exe" : "sfperf");

    /// <summary>Gets the configuration that the tests were built in.</summary>
    public static string Configuration => new DirectoryInfo(AppContext.BaseDirectory).Name;

    public static string File(string relative) => Path.Combine(Root, relative);
}
