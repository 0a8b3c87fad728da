using System;
using System.Globalization;
using System.Runtime.InteropServices;

namespace SfPerf.Platform.Admission;

/// <summary>The users of this machine, on Linux and macOS.</summary>
public static partial class Users
{
    /// <summary>Gets the effective user id of this process; null on Windows.</summary>
    public static uint? Current { get; } = OperatingSystem.IsWindows() ? null : GetEffectiveUser();

    /// <summary>Gets the id of a user given by name or number; null when there is no such user.</summary>
    public static uint? Find(string nameOrNumber)
    {
        ArgumentException.ThrowIfNullOrEmpty(nameOrNumber);
        if (uint.TryParse(nameOrNumber, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            return number;
        if (OperatingSystem.IsWindows())
            return null;
        // struct passwd of both systems: name, password (pointers), user id.
        var entry = GetPasswordEntry(nameOrNumber);
        return entry == 0 ? null : (uint)Marshal.ReadInt32(entry, 2 * nint.Size);
    }

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint GetEffectiveUser();

    [LibraryImport("libc", EntryPoint = "getpwnam", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint GetPasswordEntry(string name);
}
