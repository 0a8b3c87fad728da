using System;
using System.IO;
using System.Text;
using SfPerf.Platform;

namespace SfPerf.Reports.Runs;

/// <summary>Files that are there whole or not at all.</summary>
public static class WholeFile
{
    private const string Devices = "/dev/";
    private static readonly UTF8Encoding NoMark = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Writes a file, replacing one of that name; makes its folder when there is none. When this returns, it
    /// is on disk.</summary>
    /// <param name="path">The file. What lies in <c>/dev</c> is written to and not replaced.</param>
    /// <param name="text">Its content, in UTF-8.</param>
    /// <exception cref="IOException">The disk is full, or the name is a folder's: what was there before, stays.
    /// </exception>
    public static void Write(string path, string text) => Write(path, output =>
    {
        output.Write(text);
        return true;
    });

    /// <summary>Replaces a file without waiting for the disk: whoever looks sees the old or the new one, also after
    /// this process has died; a power failure may leave either or none.</summary>
    /// <param name="path">The file; its folder is made when there is none.</param>
    /// <param name="text">Its content, in UTF-8.</param>
    /// <exception cref="IOException">The disk is full, or the name is a folder's: what was there before, stays.
    /// </exception>
    public static void Replace(string path, string text) => Write(path, output =>
    {
        output.Write(text);
        return true;
    }, flush: false);

    /// <summary>As the other, of a content too large to be held.</summary>
    /// <param name="path">The file. What lies in <c>/dev</c> is written to and not replaced.</param>
    /// <param name="write">Writes the content; false, as an exception, leaves everything as it was.</param>
    /// <returns>What <paramref name="write"/> returned.</returns>
    public static bool Write(string path, Func<TextWriter, bool> write) => Write(path, write, flush: true);

    private static bool Write(string path, Func<TextWriter, bool> write, bool flush)
    {
        ArgumentNullException.ThrowIfNull(write);
        var whole = Path.GetFullPath(path);
        if (whole.StartsWith(Devices, StringComparison.Ordinal))
        {
            using var device = new StreamWriter(
                new FileStream(whole, FileMode.Open, FileAccess.Write, FileShare.ReadWrite), NoMark);
            return write(device);
        }
        Directory.CreateDirectory(Path.GetDirectoryName(whole)!);
        var temporary = whole + ".tmp";
        // Opened before the try: a temporary file that another process is writing is not ours to delete.
        var file = new FileStream(temporary, FileMode.Create, FileAccess.Write, FileShare.None);
        var written = false;
        try
        {
            using (var output = new StreamWriter(file, NoMark) { NewLine = "\n" })
            {
                written = write(output);
                output.Flush();
                if (flush)
                    DurableFile.Flush(file);
            }
            // The rename comes last: whoever looks sees the whole file or none.
            if (written)
                File.Move(temporary, whole, overwrite: true);
            return written;
        }
        catch
        {
            written = false;
            throw;
        }
        finally
        {
            if (!written)
                File.Delete(temporary);
        }
    }
}
