using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;

namespace SfPerf.TestKit.DiskFaults;

/// <summary>
/// A disk that fails on demand, for processes that a test starts. A small C library, compiled with <c>cc</c> at first
/// use and loaded by LD_PRELOAD, answers the calls of .NET's own native library and those of <c>LibraryImport</c>.
/// </summary>
/// <remarks>
/// Start the process with <see cref="Environment"/> (its children inherit it), then say at any time what fails:
/// <code>
/// using var disk = await FaultyDisk.CreateAsync();
/// disk.Set("fsync fail EIO */_Node_1/*/log/segment-*.log");   // replaces all rules; holds from the next call on
/// disk.Works();                                               // every disk works again
/// </code>
/// A rule is one line: <c>operation action argument [skip=N] [times=N] pattern</c>.
/// <list type="bullet">
/// <item>operation: <c>fsync</c> (fdatasync too), <c>write</c> (write, pwrite, pwritev, ftruncate, fallocate),
/// <c>read</c>, <c>open</c>, <c>rename</c> (the pattern names the new name), <c>unlink</c>.</item>
/// <item>action: <c>fail</c> with EIO, ENOSPC, EDQUOT, EROFS, EACCES, EMFILE, EINTR or EFBIG; <c>short</c> with the
/// bytes that a longer read or write transfers at most; <c>slow</c> with the milliseconds that the call waits.</item>
/// <item>skip: so many matching calls of each process pass first; times: it holds for so many calls of each process.
/// Both count from the change of the rules.</item>
/// <item>pattern: of the whole path, as a shell's, but <c>*</c> matches slashes as well. A file that was unlinked ends
/// in " (deleted)". Pipes, sockets, /dev and /proc never match. Bytes written through a memory map are not seen.</item>
/// </list>
/// </remarks>
public sealed class FaultyDisk : IDisposable
{
    private readonly string _folder;
    private readonly string _library;

    private FaultyDisk(string folder, string library)
    {
        (_folder, _library) = (folder, library);
        Works();
    }

    /// <summary>Gets why this machine cannot do it, as the text of a skipped test; null when it can.</summary>
    public static string? Missing { get; } = !OperatingSystem.IsLinux() ? "skipped: needs Linux"
        : Compiler() is null ? "skipped: needs cc" : null;

    /// <summary>Gets the variables that a process must be started with.</summary>
    public IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>
    {
        ["LD_PRELOAD"] = _library,
        ["SFPERF_DISK_FAULTS"] = Rules,
    };

    /// <summary>Gets the file of the rules.</summary>
    public string Rules => Path.Combine(_folder, "rules");

    /// <summary>Gets the calls that met a rule so far: "process operation path", oldest first.</summary>
    public IReadOnlyList<string> Hits =>
        File.Exists(Rules + ".hits") ? File.ReadAllLines(Rules + ".hits") : [];

    /// <summary>Compiles the library where that was not done before.</summary>
    /// <param name="cacheFolder">Where the library is kept; null for the folder of the program.</param>
    /// <exception cref="NotSupportedException">See <see cref="Missing"/>.</exception>
    public static async Task<FaultyDisk> CreateAsync(string? cacheFolder = null)
    {
        if (Missing is not null)
            throw new NotSupportedException(Missing);
        var source = Source();
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(source)))[..16];
        var library = Path.Combine(cacheFolder ?? AppContext.BaseDirectory, $"disk-faults-{hash}.so");
        if (!File.Exists(library))
            await CompileAsync(source, library);
        return new FaultyDisk(Directory.CreateTempSubdirectory("sfperf-disk-").FullName, library);
    }

    /// <summary>Replaces all rules, for every process started with <see cref="Environment"/>.</summary>
    public void Set(params ReadOnlySpan<string> rules)
    {
        var text = string.Join('\n', rules.ToArray()) + "\n";
        var temporary = Rules + ".new";
        File.WriteAllText(temporary, text);
        // A process must not see a part of the rules.
        File.Move(temporary, Rules, overwrite: true);
    }

    /// <summary>Removes all rules: every disk works again.</summary>
    public void Works() => Set();

    /// <summary>Removes the rules and their file; the library stays for the next test.</summary>
    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string Source()
    {
        using var reader = new StreamReader(
            typeof(FaultyDisk).Assembly.GetManifestResourceStream("disk-faults.c")!);
        return reader.ReadToEnd();
    }

    private static string? Compiler() => (System.Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
        .Select(folder => Path.Combine(folder, "cc")).FirstOrDefault(File.Exists);

    private static async Task CompileAsync(string source, string library)
    {
        // Test programs run at the same time: each compiles under a name of its own.
        var own = $"{library}.{System.Environment.ProcessId}";
        await File.WriteAllTextAsync(own + ".c", source);
        var info = new ProcessStartInfo(
            Compiler()!, ["-shared", "-fPIC", "-O2", "-o", own, own + ".c", "-ldl", "-lpthread"])
        {
            RedirectStandardError = true,
        };
        using var process = Process.Start(info) ?? throw new Win32Exception("cc did not start.");
        var errors = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        File.Delete(own + ".c");
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"cc failed: {errors}");
        File.Move(own, library, overwrite: true);
    }
}
