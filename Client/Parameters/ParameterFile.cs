using System;
using System.Collections.Generic;
using System.IO;

namespace SfPerf.Client.Parameters;

/// <summary>Reads a parameter file in either form: JSON, or the original's App.config.</summary>
internal static class ParameterFile
{
    private const long BytesMaximum = 1 << 20;

    /// <summary>Adds the file's values to <paramref name="values"/>, and what is wrong with its form to the
    /// other.</summary>
    public static void Read(string path, List<RawParameter> values, List<ParameterProblem> problems)
    {
        byte[] bytes;
        try
        {
            var length = new FileInfo(path).Length;
            if (length > BytesMaximum)
            {
                Fail($"the file has {length} bytes; allowed: at most {BytesMaximum}.");
                return;
            }

            bytes = File.ReadAllBytes(path);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            Fail("the file does not exist." + Neighbour(path));
            return;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Fail($"the file cannot be read: {e.Message}");
            return;
        }

        if (bytes.AsSpan().TrimStart("\uFEFF \t\r\n"u8) is [(byte)'<', ..])
            AppConfigFile.Read(path, bytes, values, problems);
        else
            JsonParameterFile.Read(path, bytes, values, problems);

        void Fail(string message) =>
            problems.Add(new ParameterProblem(null, null, new ParameterOrigin(OriginKind.File, path), message));
    }

    private static string Neighbour(string path)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(path));
        if (!Directory.Exists(folder))
            return "";
        var names = Array.ConvertAll(Directory.GetFiles(folder, "*.json"), f => Path.GetFileName(f));
        var near = Suggestion.Nearest(Path.GetFileName(path), names);
        return near is null ? "" : $" Did you mean {Path.Combine(Path.GetDirectoryName(path) ?? "", near)}?";
    }
}
