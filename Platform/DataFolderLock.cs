using System.IO;

namespace SfPerf.Platform;

/// <summary>
/// The lock on the data folder of a cluster. Its manager holds the lock as long as it lives; the operating system
/// releases it with the process, however that ends. Any thread may call these methods.
/// </summary>
public static class DataFolderLock
{
    /// <summary>The name of the file in the folder.</summary>
    public const string Name = "cluster.lock";

    /// <summary>Takes the lock.</summary>
    /// <returns>What holds it until it is disposed of.</returns>
    /// <exception cref="IOException">Another process has it, or the folder cannot be written.</exception>
    public static FileStream Hold(string folder) =>
        new(Path.Combine(folder, Name), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);

    /// <summary>Gets whether a process holds the lock.</summary>
    public static bool IsHeld(string folder)
    {
        var path = Path.Combine(folder, Name);
        if (!File.Exists(path))
            return false;
        try
        {
            using (Hold(folder))
                return false;
        }
        catch (IOException)
        {
            return true;
        }
    }
}
