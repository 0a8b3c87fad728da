using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;
using SfPerf.Platform;
using SfPerf.Platform.Admission;

namespace SfPerf.DevCluster;

/// <summary>The file of the token that lets other users in: of the cluster's user alone, kept over restarts.</summary>
internal static class TokenFile
{
    private const int TokenBytes = 16;
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Gets the path of the token's file in a data folder; makes the file if there is none.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    internal static (string Path, string Token) Take(string dataFolder)
    {
        var path = Path.Combine(dataFolder, AdmissionPolicy.TokenFileName);
        if (!File.Exists(path))
            Write(path);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, OwnerOnly);
        return (path, AdmissionPolicy.ReadToken(path));
    }

    private static void Write(string path)
    {
        var temporary = path + ".new";
        File.Delete(temporary);
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OwnerOnly;
        using (var file = new FileStream(temporary, options))
        {
            file.Write(Encoding.ASCII.GetBytes(Convert.ToHexString(RandomNumberGenerator.GetBytes(TokenBytes))));
            DurableFile.Flush(file);
        }
        DurableFile.Rename(temporary, path);
    }
}
