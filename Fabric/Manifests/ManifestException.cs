using System;

namespace SfPerf.Fabric.Manifests;

/// <summary>
/// A manifest, settings file, publish profile or application parameter is wrong. The user can mend it.
/// </summary>
internal sealed class ManifestException : Exception
{
    internal ManifestException(string file, int line, string problem)
        : base(line > 0 ? $"{file}({line}): {problem}" : $"{file}: {problem}")
    {
        File = file;
        Line = line;
    }

    /// <summary>Gets the file as it was named to the reader.</summary>
    internal string File { get; }

    /// <summary>Gets the line, from 1; 0 where the whole file is meant.</summary>
    internal int Line { get; }
}
