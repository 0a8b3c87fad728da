using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using SfPerf.Fabric.Cluster.Configuration;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>The folder of a cluster, held by one manager at a time.</summary>
internal sealed class DataFolder : IDisposable
{
    internal const string JournalName = "configuration.journal";
    private readonly FileStream _lock;
    private readonly StateFile _file;

    private DataFolder(string path, FileStream held, int nodes)
    {
        (Path, _lock) = (path, held);
        _file = new(path);
        State = _file.Load() ?? Begin(path);
        CheckNodes(nodes);
        // Before the journal: a crash in between must not leave a journal without a state.
        Save(State with { Generation = State.Generation + 1, Nodes = nodes });
        Journal = new(System.IO.Path.Combine(path, JournalName));
    }

    internal string Path { get; }

    /// <summary>Gets the mode of a folder that others could enter before it was opened; otherwise null.</summary>
    internal UnixFileMode? ModeBefore { get; private init; }

    internal ConfigurationJournal Journal { get; }

    internal ManagerState State { get; private set; }

    /// <summary>Gets what was damaged in this folder and has been repaired from a second copy.</summary>
    internal IReadOnlyList<string> Repairs => [.. _file.Repairs, .. Journal.Repairs];

    /// <exception cref="ClusterException">
    /// It is in use, cannot be written, is no cluster's, or has lost what the manager must know.
    /// </exception>
    internal static DataFolder Open(string path, bool reset, int nodes)
    {
        path = System.IO.Path.GetFullPath(path);
        try
        {
            PrivateFiles.CreateFolder(path);
            var marker = new FolderMarker(path);
            marker.Check();
            var before = PrivateFiles.Tighten(path);
            var held = Hold(path);
            try
            {
                marker.Write();
                if (reset)
                    marker.Wipe();
                return new(path, held, nodes) { ModeBefore = before };
            }
            catch
            {
                held.Dispose();
                throw;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new ClusterException("DataFolder", $"The data folder '{path}' cannot be used. {e.Message}");
        }
    }

    /// <exception cref="IOException">It cannot be written; the state before is still there.</exception>
    internal void Save(ManagerState state)
    {
        var next = state with { Sequence = State.Sequence + 1 };
        _file.Save(next);
        State = next;
    }

    public void Dispose()
    {
        Journal.Dispose();
        _lock.Dispose();
    }

    private static FileStream Hold(string path)
    {
        try
        {
            return DataFolderLock.Hold(path);
        }
        catch (IOException e) when (File.Exists(System.IO.Path.Combine(path, DataFolderLock.Name)))
        {
            throw new ClusterException("DataFolderInUse",
                $"Another cluster runs with the data folder '{path}'. Stop it, or choose another folder. {e.Message}");
        }
    }

    // Without the manager's state it is unknown what was deployed: a new start would hide the state on the nodes'
    // disks.
    private static ManagerState Begin(string path)
    {
        var journal = System.IO.Path.Combine(path, JournalName);
        string[] left = [.. new[] { journal, journal + ".copy" }.Where(File.Exists), .. NodesWithState(path)];
        if (left.Length == 0)
            return new();
        throw new ClusterException("DataFolder", $"The data folder '{path}' holds the state of a cluster, but neither "
            + $"copy of {StateFile.Name}, which says what was deployed. What is there: {string.Join(", ", left)}. "
            + $"Nothing was touched. Put {StateFile.Name} or {StateFile.CopyName} back, or start with --reset to "
            + "delete the state.");
    }

    private static IEnumerable<string> NodesWithState(string path) =>
        Directory.GetDirectories(path, FolderMarker.NodePattern).Order(StringComparer.Ordinal)
            .Where(n => Directory.EnumerateFiles(n, "*", SearchOption.AllDirectories).Any());

    private void CheckNodes(int nodes)
    {
        if (State.Nodes == 0 || State.Nodes == nodes || State.Applications.Length == 0)
            return;
        throw new ClusterException("DataFolder", $"The data folder '{Path}' holds the state of a cluster of "
            + $"{State.Nodes} nodes, not {nodes}. Start with --reset to delete it, or choose another folder.");
    }
}
