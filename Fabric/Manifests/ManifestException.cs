using System;
using System.IO;
using System.Xml;
using SfPerf.Platform;

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
        Problem = problem;
    }

    /// <summary>Gets the file as it was named to the reader.</summary>
    internal string File { get; }

    /// <summary>Gets the line, from 1; 0 where the whole file is meant.</summary>
    internal int Line { get; }

    /// <summary>Gets the message without its place.</summary>
    internal string Problem { get; }

    /// <summary>Reads a file, and says what kept it from being read.</summary>
    /// <exception cref="ManifestException">It is not there, cannot be read or is no XML that is allowed.</exception>
    internal static T Guard<T>(string file, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (RefusedXmlException e)
        {
            throw new ManifestException(file, e.LineNumber, e.Problem);
        }
        catch (XmlException e)
        {
            throw new ManifestException(file, e.LineNumber, $"This is not well-formed XML. {e.Message}");
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new ManifestException(file, 0, "The file does not exist.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ManifestException(file, 0, $"The file cannot be read. {e.Message}");
        }
    }
}

/// <summary>A part of a manifest that has no effect here.</summary>
internal sealed record ManifestNote(string File, int Line, string Text)
{
    public override string ToString() => new ManifestException(File, Line, Text).Message;
}
