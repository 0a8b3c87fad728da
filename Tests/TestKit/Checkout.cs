using System;
using System.IO;

namespace SfPerf.TestKit;

/// <summary>The checkout that the tests were built in.</summary>
public static class Checkout
{
    /// <summary>Gets the folder of the solution.</summary>
    public static string Root { get; } = FindRoot();

    private static string FindRoot()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "SfPerf.sln")))
        {
            folder = Path.GetDirectoryName(folder)
                ?? throw new InvalidOperationException("No SfPerf.sln above the tests.");
        }
        return folder;
    }
}
