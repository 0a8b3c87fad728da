using System;
using System.IO;
using System.Runtime.InteropServices;

namespace SfPerf.Fabric.Cluster.Configuration;

/// <summary>Makes the names in a folder durable. Windows does so by itself.</summary>
internal static partial class DurableFolder
{
    internal static void Flush(string folder)
    {
        if (OperatingSystem.IsWindows()) return;
        var handle = Open(folder, 0);
        if (handle < 0) throw new IOException($"The folder '{folder}' cannot be opened to flush it.");
        var failed = FSync(handle) != 0;
        _ = Close(handle);
        if (failed) throw new IOException($"The folder '{folder}' cannot be flushed to disk.");
    }

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fsync")]
    private static partial int FSync(int handle);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int handle);
}
