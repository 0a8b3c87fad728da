using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Chaos.DiskFaults;

/// <summary>
/// A disk that fails on demand, for processes that are started with it. A small C library, compiled with <c>cc</c> when
/// it is made and loaded by LD_PRELOAD, answers the calls of .NET's own native library and those of
/// <c>LibraryImport</c>.
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
/// <c>read</c>, <c>open</c>, <c>rename</c> (the pattern names the new name), <c>unlink</c>;
/// <c>wait</c>: a process that asks which of its children have ended; its pattern is <c>/process/ID</c>, the asking
/// process.</item>
/// <item>action: <c>fail</c> with EIO, ENOSPC, EDQUOT, EROFS, EACCES, EMFILE, EINTR, EFBIG or ECHILD; <c>short</c>
/// with the bytes that a longer read or write transfers at most; <c>slow</c> with the milliseconds that the call
/// waits.</item>
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

    private FaultyDisk(string folder)
    {
        (_folder, _library) = (folder, Path.Combine(folder, "disk-faults.so"));
        Works();
    }

    /// <summary>Gets what this machine lacks, as "Linux" or "the C compiler cc"; null when it lacks nothing.</summary>
    public static string? Missing { get; } = !OperatingSystem.IsLinux() ? "Linux"
        : Compiler() is null ? "the C compiler cc" : null;

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

    /// <summary>Compiles the library, and makes sure that a process can be started with it.</summary>
    /// <exception cref="NotSupportedException">It cannot be done on this machine; the message says why.</exception>
    public static async Task<FaultyDisk> CreateAsync(CancellationToken cancellationToken = default)
    {
        if (Missing is not null)
            throw new NotSupportedException($"Disk faults need {Missing}.");
        var disk = new FaultyDisk(Directory.CreateTempSubdirectory("sfperf-disk-").FullName);
        try
        {
            await disk.CompileAsync(cancellationToken).ConfigureAwait(false);
            return disk;
        }
        catch
        {
            disk.Dispose();
            throw;
        }
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

    /// <summary>Removes the rules and the library. Processes that were started with it go on with a disk that works.
    /// </summary>
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

    private async Task CompileAsync(CancellationToken token)
    {
        var source = Path.Combine(_folder, "disk-faults.c");
        await File.WriteAllTextAsync(source, Source(), token).ConfigureAwait(false);
        var compiler = Compiler()!;
        var (code, errors) = await RunAsync(
            new(compiler, ["-shared", "-fPIC", "-O2", "-o", _library, source, "-ldl", "-lpthread"]), token)
            .ConfigureAwait(false);
        if (code != 0)
            throw new NotSupportedException($"The C compiler cc failed: {errors}");
        // The loader says so, and goes on without, where the folder forbids programs.
        var probe = new ProcessStartInfo(compiler, ["--version"]);
        foreach (var (name, value) in Environment)
            probe.Environment[name] = value;
        (_, errors) = await RunAsync(probe, token).ConfigureAwait(false);
        if (errors.Contains("LD_PRELOAD", StringComparison.Ordinal))
            throw new NotSupportedException($"Disk faults cannot be loaded: {errors}");
    }

    private static async Task<(int Code, string Errors)> RunAsync(ProcessStartInfo info, CancellationToken token)
    {
        info.RedirectStandardError = info.RedirectStandardOutput = true;
        using var process = Process.Start(info) ?? throw new Win32Exception($"{info.FileName} did not start.");
        var output = process.StandardOutput.ReadToEndAsync(token);
        var errors = await process.StandardError.ReadToEndAsync(token).ConfigureAwait(false);
        _ = await output.ConfigureAwait(false);
        await process.WaitForExitAsync(token).ConfigureAwait(false);
        return (process.ExitCode, errors);
    }
}
