using System.IO;
using System.Linq;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

/// <summary>Runs of a simulated store that take a moment.</summary>
internal static class SmallRuns
{
    /// <summary>Gets a parameter file and settings: 1 ms an operation.</summary>
    public static string[] Arguments { get; } =
    [
        Product.File("Parameters/simulated.json"), "/NumItems:64", "/NumWriteOperationsTotal:256",
        "/NumReadOperationsTotal:64", "--set", "SimulatedWriteInMicroseconds=1000", "--set",
        "SimulatedReadInMicroseconds=1000",
    ];

    /// <summary>The only folder that a verb of many runs made.</summary>
    public static string Group(TemporaryFolder folder) => Assert.Single(Directory.GetDirectories(folder.Path));

    /// <summary>The runs in it that count.</summary>
    public static string[] Made(TemporaryFolder folder) =>
        [.. Directory.GetDirectories(Group(folder)).Where(f => Path.GetFileName(f) is not ("noisy" or "warm-up"))];
}
