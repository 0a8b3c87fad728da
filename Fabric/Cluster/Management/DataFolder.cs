using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using SfPerf.Fabric.Cluster.Configuration;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>The folder of a cluster, held by one manager at a time.</summary>
internal sealed class DataFolder : IDisposable
{
    private const string LockName = "cluster.lock";
    private const string StateName = "manager.json";
    private readonly FileStream _lock;

    private DataFolder(string path, FileStream held)
    {
        (Path, _lock) = (path, held);
        State = Load();
        Journal = new(System.IO.Path.Combine(path, "configuration.journal"));
    }

    internal string Path { get; }

    internal ConfigurationJournal Journal { get; }

    internal ManagerState State { get; private set; }

    /// <exception cref="ClusterException">It is in use, or cannot be written.</exception>
    internal static DataFolder Open(string path, bool reset, int nodes)
    {
        path = System.IO.Path.GetFullPath(path);
        try
        {
            _ = Directory.CreateDirectory(path);
            var held = Hold(path);
            if (reset) Wipe(path);
            var folder = new DataFolder(path, held);
            folder.Begin(nodes);
            return folder;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new ClusterException("DataFolder", $"The data folder '{path}' cannot be used. {e.Message}");
        }
    }

    internal void Save(ManagerState state)
    {
        DurableFile.Replace(System.IO.Path.Combine(Path, StateName),
            JsonSerializer.SerializeToUtf8Bytes(state, ManagerJson.Default.ManagerState));
        State = state;
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
            return new(System.IO.Path.Combine(path, LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite,
                FileShare.None);
        }
        catch (IOException e) when (Directory.Exists(path) && File.Exists(System.IO.Path.Combine(path, LockName)))
        {
            throw new ClusterException("DataFolderInUse",
                $"Another cluster runs with the data folder '{path}'. Stop it, or choose another folder. {e.Message}");
        }
    }

    private static void Wipe(string path)
    {
        foreach (var folder in Directory.GetDirectories(path)) Directory.Delete(folder, recursive: true);
        foreach (var file in Directory.GetFiles(path).Where(f => System.IO.Path.GetFileName(f) != LockName))
            File.Delete(file);
    }

    private ManagerState Load()
    {
        var file = System.IO.Path.Combine(Path, StateName);
        return File.Exists(file)
            ? JsonSerializer.Deserialize(File.ReadAllBytes(file), ManagerJson.Default.ManagerState)! : new();
    }

    private void Begin(int nodes)
    {
        if (State.Nodes != 0 && State.Nodes != nodes && State.Application is not null)
        {
            Dispose();
            throw new ClusterException("DataFolder", $"The data folder '{Path}' holds the state of a cluster of "
                + $"{State.Nodes} "
                + $"nodes, not {nodes}. Start with --reset to delete it, or choose another folder.");
        }
        Save(State with { Generation = State.Generation + 1, Nodes = nodes });
    }
}
