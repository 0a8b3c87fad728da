using System;
using System.ComponentModel;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace SfPerf.Platform;

/// <summary>
/// The network namespace of one thread. Sockets, threads and processes that the thread makes are in it; the rest of the
/// process is not. Without a name it is gone with the last thread, process and file in it. Linux, root only.
/// </summary>
public sealed partial class NetworkNamespace : IDisposable
{
    private const int NewNetwork = 0x40000000;
    private const string OwnLink = "/proc/thread-self";

    private readonly SafeFileHandle _before;

    private NetworkNamespace(SafeFileHandle before) => _before = before;

    /// <summary>Gets whether this process may make namespaces and devices in them.</summary>
    public static bool MayCreate => OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess
        && File.Exists(TunDevice.Path);

    /// <summary>Gets the file that stands for the namespace of the calling thread, as long as the thread runs.
    /// </summary>
    public static string Current => $"/proc/{new FileInfo(OwnLink).LinkTarget}/ns/net";

    /// <summary>Puts the calling thread into a new namespace, for good.</summary>
    /// <exception cref="Win32Exception">The system refused.</exception>
    public static void Create()
    {
        if (Unshare(NewNetwork) != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError(), "No network namespace can be made.");
    }

    /// <summary>Puts the calling thread into a namespace until the result is disposed, by the same thread.</summary>
    /// <param name="path">What <see cref="Current"/> was on a thread in it.</param>
    /// <exception cref="IOException">It is gone.</exception>
    /// <exception cref="Win32Exception">The system refused.</exception>
    public static NetworkNamespace Enter(string path)
    {
        var before = File.OpenHandle(Current);
        using var other = File.OpenHandle(path);
        if (Set(other, NewNetwork) != 0)
        {
            before.Dispose();
            throw new Win32Exception(Marshal.GetLastPInvokeError(), $"The network namespace {path} cannot be entered.");
        }

        return new NetworkNamespace(before);
    }

    /// <summary>Puts the calling thread back.</summary>
    public void Dispose()
    {
        var result = Set(_before, NewNetwork);
        var error = Marshal.GetLastPInvokeError();
        _before.Dispose();
        if (result != 0)
            throw new Win32Exception(error, "The network namespace cannot be left.");
    }

    [LibraryImport("libc", EntryPoint = "unshare", SetLastError = true)]
    private static partial int Unshare(int flags);

    [LibraryImport("libc", EntryPoint = "setns", SetLastError = true)]
    private static partial int Set(SafeFileHandle file, int kind);
}

/// <summary>
/// A network device whose packets this process reads and writes, in the namespace of the thread that opened it. One
/// thread may read while another writes.
/// </summary>
public sealed partial class TunDevice : IDisposable
{
    internal const string Path = "/dev/net/tun";

    private const int RequestBytes = 40;
    private const int NameBytes = 16;
    private const short PacketsWithoutHeader = 0x1001;
    private const nuint SetInterface = 0x400454ca;
    private const int Interrupted = 4;

    // A device cannot be asked for its position, which .NET's own handles do when they are opened.
    private readonly SafeFileHandle _file;

    private TunDevice(SafeFileHandle file) => _file = file;

    /// <summary>Makes a device, which is gone when it is disposed.</summary>
    /// <param name="name">Its name in the namespace, at most 15 bytes.</param>
    /// <exception cref="Win32Exception">The system refused.</exception>
    public static TunDevice Open(string name)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(name?.Length ?? 0, NameBytes, nameof(name));
        const int readWriteCloseOnExecute = 0x80002;
        var file = OpenFile(Path, readWriteCloseOnExecute);
        if (file.IsInvalid)
            throw new Win32Exception(Marshal.GetLastPInvokeError(), $"{Path} cannot be opened.");
        var request = new byte[RequestBytes];
        System.Text.Encoding.ASCII.GetBytes(name!, request);
        BitConverter.TryWriteBytes(request.AsSpan(NameBytes), PacketsWithoutHeader);
        if (Control(file, SetInterface, request) != 0)
        {
            var error = Marshal.GetLastPInvokeError();
            file.Dispose();
            throw new Win32Exception(error, $"The device {name} cannot be made.");
        }

        return new TunDevice(file);
    }

    /// <summary>Waits for a packet and returns its length.</summary>
    /// <exception cref="Win32Exception">The device is gone.</exception>
    public int Read(Span<byte> packet)
    {
        while (true)
        {
            var count = ReadFile(_file, packet, packet.Length);
            if (count >= 0)
                return (int)count;
            if (Marshal.GetLastPInvokeError() is var error && error != Interrupted)
                throw new Win32Exception(error);
        }
    }

    /// <summary>Hands a packet to the kernel as if it had come over the network.</summary>
    /// <returns>False when the kernel did not take it: it is lost, as packets may be.</returns>
    public bool Write(ReadOnlySpan<byte> packet) => WriteFile(_file, packet, packet.Length) == packet.Length;

    /// <summary>Removes the device. Nobody may read or write any more.</summary>
    public void Dispose() => _file.Dispose();

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial SafeFileHandle OpenFile(string path, int flags);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Control(SafeFileHandle file, nuint request, byte[] argument);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static partial nint ReadFile(SafeFileHandle file, Span<byte> buffer, nint bytes);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint WriteFile(SafeFileHandle file, ReadOnlySpan<byte> buffer, nint bytes);
}
