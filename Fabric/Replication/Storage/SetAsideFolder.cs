using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Platform;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// Represents the place where files go that cannot be used but may still be worth a look: a folder of set-aside in the
/// data folder, named by the time and by what is in it. Each has a reason.txt. The newest <see cref="KeptMax"/> are
/// kept.
/// </summary>
internal sealed class SetAsideFolder(string dataFolder, TimeProvider time, EventLog log)
{
    internal const int KeptMax = 10;
    internal const string Name = "set-aside";
    private readonly string _root = Path.Combine(dataFolder, Name);

    /// <summary>Gets the folders of what was set aside in a data folder, the newest first.</summary>
    internal static IEnumerable<string> Newest(string dataFolder)
    {
        var root = Path.Combine(dataFolder, Name);
        return Directory.Exists(root)
            ? Directory.GetDirectories(root).OrderByDescending(Path.GetFileName, StringComparer.Ordinal) : [];
    }

    /// <summary>Moves files or folders of the data folder aside; those that do not exist are left out.</summary>
    /// <returns>The folder they are in now.</returns>
    /// <exception cref="IOException">They cannot be moved: they are still where they were.</exception>
    internal string Move(string what, string reason, params IReadOnlyList<string> paths)
    {
        var target = Create(what);
        DurableFile.Replace(Path.Combine(target, "reason.txt"), System.Text.Encoding.UTF8.GetBytes(reason + "\n"));
        foreach (var path in paths)
        {
            var to = Path.Combine(target, Path.GetFileName(path));
            if (Directory.Exists(path))
                Directory.Move(path, to);
            else if (File.Exists(path))
                File.Move(path, to);
        }
        DurableFile.FlushFolder(target);
        DurableFile.FlushFolder(_root);
        DurableFile.FlushFolder(dataFolder);
        log.SetAside(reason, target);
        RemoveOldest();
        return target;
    }

    private string Create(string what)
    {
        var name = time.GetUtcNow().ToString("yyyyMMdd'T'HHmmssfff'Z'", CultureInfo.InvariantCulture) + "-" + what;
        var path = Path.Combine(_root, name);
        for (var number = 2; Directory.Exists(path); number++)
            path = Path.Combine(_root, $"{name}-{number}");
        return Directory.CreateDirectory(path).FullName;
    }

    // A disk that goes on corrupting files must not be filled by copies of them.
    private void RemoveOldest()
    {
        var folders = Directory.GetDirectories(_root).Order(StringComparer.Ordinal).ToArray();
        foreach (var oldest in folders.Take(Math.Max(0, folders.Length - KeptMax)))
        {
            log.OldestRemoved(oldest, KeptMax);
            Directory.Delete(oldest, recursive: true);
        }
    }
}
