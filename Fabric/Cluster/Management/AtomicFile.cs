using System.IO;
using SfPerf.Fabric.Cluster.Configuration;

namespace SfPerf.Fabric.Cluster.Management;

internal static class AtomicFile
{
    /// <summary>Replaces a file by rename: a crash leaves the old content or the new one, on disk.</summary>
    internal static void Write(string path, byte[] content)
    {
        var temporary = path + ".new";
        using (var file = File.OpenHandle(temporary, FileMode.Create, FileAccess.Write))
        {
            RandomAccess.Write(file, content, 0);
            RandomAccess.FlushToDisk(file);
        }
        File.Move(temporary, path, overwrite: true);
        DurableFolder.Flush(Path.GetDirectoryName(Path.GetFullPath(path))!);
    }
}
