using System.IO;
using System.Security.Cryptography;
using System.Text;

namespace SfPerf.ServiceModel.Wire;

/// <summary>The socket file of a net.pipe address, in a folder only its user can enter.</summary>
internal static class PipeName
{
    private const int NameBytes = 12;

    internal static string Of(Uri address)
    {
        var path = address.AbsolutePath.TrimEnd('/').ToUpperInvariant();
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(path));
        // A socket's path has at most 107 bytes, so the name is short whatever the address is.
        return Path.Combine(Folder(), Convert.ToHexString(hash.AsSpan(0, NameBytes)).ToLowerInvariant());
    }

    private static string Folder()
    {
        var folder = Path.Combine(Path.GetTempPath(), $"sfperf-net.pipe-{Environment.UserName}");
        if (OperatingSystem.IsWindows())
            return Directory.CreateDirectory(folder).FullName;
        const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
        var made = Directory.CreateDirectory(folder, OwnerOnly);
        if (made.UnixFileMode != OwnerOnly)
            throw new IOException($"The folder '{folder}' of net.pipe sockets can be entered by other users.");
        return folder;
    }
}
