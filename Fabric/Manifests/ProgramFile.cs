using System;
using System.IO;

namespace SfPerf.Fabric.Manifests;

/// <summary>Tells programs from other files by how they begin: neither an archive nor an upload by HTTP need say which
/// files can be executed.</summary>
internal static class ProgramFile
{
    private static readonly byte[] Elf = [0x7F, (byte)'E', (byte)'L', (byte)'F'];
    private static readonly byte[] Script = "#!"u8.ToArray();

    /// <summary>Makes a file executable for its owner if it is a program. Windows needs no such mark.</summary>
    /// <param name="file">The file, open for reading; its position changes.</param>
    /// <exception cref="IOException">The file cannot be read, or its mode cannot be set.</exception>
    internal static void MarkExecutable(FileStream file)
    {
        if (OperatingSystem.IsWindows() || !IsProgram(file))
            return;
        File.SetUnixFileMode(file.SafeFileHandle, File.GetUnixFileMode(file.SafeFileHandle) | UnixFileMode.UserExecute);
    }

    private static bool IsProgram(FileStream file)
    {
        Span<byte> start = stackalloc byte[Elf.Length];
        file.Position = 0;
        start = start[..file.ReadAtLeast(start, start.Length, throwOnEndOfStream: false)];
        return start.StartsWith(Elf) || start.StartsWith(Script);
    }
}
