using System;
using System.IO;
using System.Threading.Tasks;

namespace SfPerf.Tests.Actors;

/// <summary>Holds a turn until a test lets it go: the test sees, and makes, files.</summary>
internal static class Hold
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(10);

    /// <summary>Makes the file PATH.entered, and waits for PATH.go.</summary>
    internal static async Task AtAsync(string path)
    {
        await File.WriteAllTextAsync(path + ".entered", "");
        while (!File.Exists(path + ".go"))
            await Task.Delay(Poll, TimeProvider.System);
    }
}
