using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;

namespace SfPerf.Platform;

/// <summary>
/// Keeps files to their owner: folders 0700, files 0600. Windows gives a user's folders to the user alone, so there
/// these methods only create.
/// </summary>
public static partial class PrivateFiles
{
    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
    private const UnixFileMode OwnerFile = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    /// <summary>
    /// Makes everything private that this process creates from now on, and that processes create which it starts. To
    /// be called before other threads run.
    /// </summary>
    /// <exception cref="InvalidOperationException">The system did not take the mask over.</exception>
    public static void MakeDefault()
    {
        if (OperatingSystem.IsWindows())
            return;
        _ = SetMask((int)Others);
        // The call has no error; that the mask is in force is only known by reading it, which sets it once more.
        var now = (UnixFileMode)SetMask((int)Others);
        if (now != Others)
            throw new InvalidOperationException($"The file mode mask is {now}; {Others} was set.");
    }

    /// <summary>Creates a folder, unless it exists, that only its owner may enter.</summary>
    /// <exception cref="IOException">It cannot be created.</exception>
    public static void CreateFolder(string path)
    {
        if (OperatingSystem.IsWindows())
            _ = Directory.CreateDirectory(path);
        else
            _ = Directory.CreateDirectory(path, Owner);
    }

    /// <summary>Opens a file or creates one that only its owner may open; nobody else holds it meanwhile.</summary>
    /// <exception cref="IOException">It cannot be opened, or is open already.</exception>
    public static FileStream OpenExclusive(string path)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,
        };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OwnerFile;
        return new(path, options);
    }

    /// <summary>
    /// Takes a folder and everything in it from others, if others may enter it. Links are left as they are, and so is
    /// what they lead to.
    /// </summary>
    /// <returns>The mode that the folder had; null if it was private already.</returns>
    /// <exception cref="IOException">The folder is shared by its nature, as that for temporary files.</exception>
    /// <exception cref="UnauthorizedAccessException">It belongs to somebody else.</exception>
    public static UnixFileMode? Tighten(string folder)
    {
        if (OperatingSystem.IsWindows())
            return null;
        var before = File.GetUnixFileMode(folder);
        if ((before & Others) == 0)
            return null;
        if ((before & UnixFileMode.StickyBit) != 0)
            throw new IOException($"'{folder}' is shared by the users of this machine. Choose a folder in it.");
        // The folder first: once nobody can enter it, what is below can only become more private.
        File.SetUnixFileMode(folder, before & ~Others);
        foreach (var entry in Entries(folder))
        {
            if (entry.LinkTarget is null)
                entry.UnixFileMode &= ~Others;
        }
        return before;
    }

    private static IEnumerable<FileSystemInfo> Entries(string folder) => new DirectoryInfo(folder)
        .EnumerateFileSystemInfos("*", new EnumerationOptions
        {
            RecurseSubdirectories = true,
            AttributesToSkip = FileAttributes.None,
        });

    [LibraryImport("libc", EntryPoint = "umask")]
    private static partial int SetMask(int mask);
}
