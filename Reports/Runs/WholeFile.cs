using System;
using System.IO;
using System.Text;

namespace SfPerf.Reports.Runs;

/// <summary>Files that are there whole or not at all.</summary>
public static class WholeFile
{
    private const string Devices = "/dev/";

    /// <summary>Writes a file, replacing one of that name; makes its folder when there is none. When this returns, it
    /// is on disk.</summary>
    /// <param name="path">The file. What lies in <c>/dev</c> is written to and not replaced.</param>
    /// <param name="text">Its content, in UTF-8.</param>
    /// <exception cref="IOException">The disk is full, or the name is a folder's: what was there before, stays.
    /// </exception>
    public static void Write(string path, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var whole = Path.GetFullPath(path);
        if (whole.StartsWith(Devices, StringComparison.Ordinal))
        {
            using var device = new FileStream(whole, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
            device.Write(bytes);
            return;
        }
        Directory.CreateDirectory(Path.GetDirectoryName(whole)!);
        var temporary = whole + ".tmp";
        // Opened before the try: a temporary file that another process is writing is not ours to delete.
        var file = new FileStream(temporary, FileMode.Create, FileAccess.Write, FileShare.None);
        try
        {
            using (file)
            {
                file.Write(bytes);
                file.Flush(flushToDisk: true);
            }
            // The rename comes last: whoever looks sees the whole file or none.
            File.Move(temporary, whole, overwrite: true);
        }
        catch
        {
            File.Delete(temporary);
            throw;
        }
    }
}
