using System;
using System.IO;
using System.Text;
using SfPerf.Client.Parameters.Ycsb;
using SfPerf.Commands.Parameters;
using SfPerf.Platform;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Parameters;

/// <summary>Reads a parameter file in any of its forms: JSON, the original's App.config, a workload of YCSB, or
/// a saved run.
/// </summary>
internal static class ParameterFile
{
    private const long BytesMaximum = 1 << 20;

    /// <summary>Adds what the file says to <paramref name="content"/>.</summary>
    /// <param name="path">The file.</param>
    /// <param name="catalogue">What the file may hold; null: the kind of file that it names itself.</param>
    /// <param name="content">What was read.</param>
    public static void Read(string path, ParameterCatalogue? catalogue, FileContent content)
    {
        byte[] bytes;
        if (SavedRunFile.Is(path))
        {
            SavedRunFile.Read(path, content);
            return;
        }

        if (Directory.Exists(path))
        {
            Fail(RunFolder.ReadAll(path).Runs is [.., var (run, _)]
                ? $"this is a folder of runs; give one of them, such as {run}."
                : "this is a folder; give the parameter file in it.");
            return;
        }

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
            AppConfigFile.Read(path, bytes, content.Values, content.Problems);
        else if (Encoding.UTF8.GetString(bytes).TrimStart('\uFEFF') is var text && !YcsbFile.Is(path, text))
            JsonParameterFile.Read(path, bytes, content.Values, content.Problems);
        else if (catalogue is null || catalogue == RunCatalogue.Instance)
            YcsbFile.Read(path, text, content);
        else
            Fail("a workload of YCSB describes a run; allowed: JSON.");

        void Fail(string message) =>
            content.Problems.Add(new ParameterProblem(null, null, new ParameterOrigin(OriginKind.File, path), message));
    }

    private static string Neighbour(string path)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(path));
        if (!Directory.Exists(folder))
            return "";
        var names = Array.ConvertAll(Directory.GetFiles(folder), f => Path.GetFileName(f));
        var near = Suggestion.Nearest(Path.GetFileName(path), names);
        return near is null ? "" : $" Did you mean {Path.Combine(Path.GetDirectoryName(path) ?? "", near)}?";
    }
}
