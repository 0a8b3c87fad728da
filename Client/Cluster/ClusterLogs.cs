using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.Client.Cluster;

/// <summary>The logs that a cluster keeps in its data folder: those of the manager and of each node, and those of the
/// programs of services: when each started and ended, and what it printed. They are there after the cluster has
/// stopped, too.</summary>
/// <param name="data">The data folder.</param>
internal sealed class ClusterLogs(string data)
{
    private const string Manager = "manager";
    private const string UsualCode = "Code";
    private const string MainEnd = "_M.out";
    private const string SetupEnd = "_S.out";
    private static readonly TimeSpan FollowStep = TimeSpan.FromMilliseconds(250);

    /// <summary>Finds the logs of the manager, a node (its own and those of its hosts) or a service (those of its
    /// hosts).</summary>
    /// <param name="what">The name of a node, or of a service or its package; null for the manager's.</param>
    /// <param name="allowed">The names that there are, when nothing was found.</param>
    public IReadOnlyList<ClusterLog> Find(string? what, out string allowed)
    {
        var name = what?.Split('/')[^1] ?? Manager;
        ClusterLog[] all = [.. Own(), .. Hosts()];
        ClusterLog[] found = [.. all.Where(l => l.Node == name || l.Package == name || l.Package == name + "Pkg")];
        string[] names = [.. all.SelectMany(l => new[] { l.Node, l.Package ?? l.Node }).Distinct().Order()];
        allowed = names.Length == 0 ? $"there are no logs in {data}" : Suggestion.For(name, names);
        return found;
    }

    /// <summary>Writes the last lines of logs, and then, until it is cancelled, what is added to them.</summary>
    public static async Task WriteAsync(IReadOnlyList<ClusterLog> logs, int lines, bool follow, TextWriter output,
        TimeProvider time, CancellationToken token)
    {
        var ends = new Dictionary<ClusterLog, long>();
        foreach (var log in logs)
        {
            var (text, end) = Read(log.Path, 0);
            ends[log] = end;
            foreach (var line in Lines(text).TakeLast(lines))
                await WriteAsync(log, line, logs.Count, output).ConfigureAwait(false);
        }

        while (follow && !token.IsCancellationRequested)
        {
            try
            {
                await Task.Delay(FollowStep, time, token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                return;
            }

            foreach (var log in logs)
            {
                var (text, end) = Read(log.Path, ends[log]);
                ends[log] = end;
                foreach (var line in Lines(text))
                    await WriteAsync(log, line, logs.Count, output).ConfigureAwait(false);
            }
        }
    }

    private static Task WriteAsync(ClusterLog log, string line, int logs, TextWriter output) =>
        output.WriteLineAsync(logs == 1 ? line : $"[{log.Name}] {line}");

    // Whole lines only. A log that has become shorter was begun anew.
    private static (string Text, long End) Read(string path, long from)
    {
        try
        {
            using var file = new FileStream(
                path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            file.Position = file.Length < from ? 0 : from;
            var start = file.Position;
            var bytes = new byte[file.Length - start];
            var count = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            var whole = bytes.AsSpan(0, count).LastIndexOf((byte)'\n') + 1;
            return (Encoding.UTF8.GetString(bytes, 0, whole), start + whole);
        }
        catch (IOException)
        {
            // It is being replaced by its successor: the next look finds that.
            return ("", 0);
        }
    }

    private static IEnumerable<string> Lines(string text) =>
        text.Split('\n').SkipLast(1).Select(l => l.TrimEnd('\r'));

    private IEnumerable<ClusterLog> Own() => Files(Path.Combine(data, "log"), "*.log").Select(path =>
        new ClusterLog(path, Path.GetFileNameWithoutExtension(path), Path.GetFileNameWithoutExtension(path), null));

    private IEnumerable<ClusterLog> Hosts() =>
        from node in Folders(data, "_Node_*")
        from application in Folders(Path.Combine(node, "_App"), "*")
        from path in Files(Path.Combine(application, "log"), "*_*.out")
        where path.EndsWith(MainEnd, StringComparison.Ordinal) || path.EndsWith(SetupEnd, StringComparison.Ordinal)
        select OfProgram(path, Path.GetFileName(node));

    // CODE_PACKAGE_M.out is what a code package prints, CODE_PACKAGE_S.out what its setup prints.
    private static ClusterLog OfProgram(string path, string node)
    {
        var stem = Path.GetFileName(path)[..^MainEnd.Length];
        var cut = stem.IndexOf('_', StringComparison.Ordinal);
        var (code, package) = (stem[..cut], stem[(cut + 1)..]);
        var isSetup = path.EndsWith(SetupEnd, StringComparison.Ordinal);
        var name = $"{node}/{package}" + (isSetup ? $"/{code} setup" : code == UsualCode ? "" : $"/{code}");
        return new ClusterLog(path, name, node, package);
    }

    private static IEnumerable<string> Files(string folder, string pattern) =>
        Directory.Exists(folder) ? Directory.GetFiles(folder, pattern).Order(StringComparer.Ordinal) : [];

    private static IEnumerable<string> Folders(string folder, string pattern) =>
        Directory.Exists(folder) ? Directory.GetDirectories(folder, pattern).Order(StringComparer.Ordinal) : [];
}

/// <summary>Represents one log.</summary>
/// <param name="Path">Its file.</param>
/// <param name="Name">What it is called where several are written.</param>
/// <param name="Node">The node it is of; the manager's own name for the manager's.</param>
/// <param name="Package">The service package whose program prints it; null for the manager's and a node's own.</param>
internal sealed record ClusterLog(string Path, string Name, string Node, string? Package);
