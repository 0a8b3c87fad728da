using System;

namespace SfPerf.Fabric.Manifests;

/// <summary>The name of a program without the ending of Windows. Manifests that serve Windows, too, name it with
/// that.</summary>
internal static class ProgramName
{
    /// <summary>The ending of programs on Windows.</summary>
    public const string WindowsEnding = ".exe";

    /// <summary>Returns a manifest's program without the ending.</summary>
    public static string Stem(string program) =>
        program.EndsWith(WindowsEnding, StringComparison.OrdinalIgnoreCase)
            ? program[..^WindowsEnding.Length] : program;
}
