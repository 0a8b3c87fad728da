using System.IO;
using System.Linq;
using System.Text;
using SfPerf.Fabric.Cluster.Management.Images;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>
/// The file that says that a folder is a cluster's: only such a folder is ever used or wiped, and only what a cluster
/// puts there is deleted.
/// </summary>
internal sealed class FolderMarker(string folder)
{
    internal const string NodePattern = "_Node_*";
    private const string Name = "sfperf-cluster";
    private const int NamesShown = 5;
    private static readonly string[] OwnFolders = [NodePattern, "log", ImageStore.FolderName];
    private static readonly string[] OwnFiles = ["manager.json*", "configuration.journal*", "cluster.json*"];
    private readonly string _path = Path.Combine(folder, Name);

    /// <exception cref="ClusterException">The folder holds something, and is no cluster's.</exception>
    internal void Check()
    {
        // A folder of the version before the marker is known by the manager's state.
        if (File.Exists(_path) || File.Exists(Path.Combine(folder, StateFile.Name)))
            return;
        // A crash between the lock and the marker leaves the lock alone, or an unfinished marker.
        var held = Directory.GetFileSystemEntries(folder).Select(e => Path.GetFileName(e)!)
            .Except([DataFolderLock.Name, Name + ".new"]).Order().ToArray();
        if (held.Length == 0)
            return;
        var more = held.Length > NamesShown ? $" and {held.Length - NamesShown} more" : "";
        throw new ClusterException("DataFolder", $"The folder '{folder}' is no cluster's data folder: it holds "
            + $"{string.Join(", ", held.Take(NamesShown))}{more}, and no file '{Name}', which a cluster leaves in its "
            + "folder. Nothing was touched. Choose an empty or a new folder.");
    }

    internal void Write()
    {
        if (File.Exists(_path))
            return;
        DurableFile.Replace(_path, Encoding.UTF8.GetBytes(
            "This folder holds the state of an SfPerf cluster. A start with --reset deletes that state.\n"));
    }

    /// <summary>Deletes the state of the cluster. Files that are not the cluster's stay.</summary>
    internal void Wipe()
    {
        foreach (var path in OwnFolders.SelectMany(p => Directory.GetDirectories(folder, p)))
            Directory.Delete(path, recursive: true);
        foreach (var path in OwnFiles.SelectMany(p => Directory.GetFiles(folder, p)))
            File.Delete(path);
    }
}
