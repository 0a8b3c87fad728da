using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;
using SfPerf.Chaos.DiskFaults;
using Xunit;

namespace SfPerf.Fabric.Log.Tests.Disks;

/// <summary>The faulty disk itself: what the other tests rely on.</summary>
public sealed class FaultyDiskTests
{
    // As .NET does for each child that ends.
    private const string HandlerThatWrites = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <signal.h>
        #include <sys/time.h>
        #include <unistd.h>

        static int ends[2];

        static void handle(int number)
        {
            char byte = (char)number;
            (void)!write(ends[1], &byte, 1);
        }

        int main(int count, char **values)
        {
            struct itimerval often = { { 0, 50 }, { 0, 50 } };
            if (count != 2 || pipe2(ends, O_NONBLOCK) != 0)
                return 2;
            int file = open(values[1], O_WRONLY | O_CREAT, 0600);
            signal(SIGALRM, handle);
            setitimer(ITIMER_REAL, &often, NULL);
            for (int i = 0; i < 100000; i++)
                if (pwrite(file, "x", 1, 0) != 1)
                    return 3;
            return 0;
        }
        """;

    [Fact]
    public async Task A_rule_fails_the_flush_of_the_file_it_names_until_it_is_removed()
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        using var folder = new TemporaryFolder();
        Assert.Equal("", await CopyAsync(disk, folder.File("a"), 4096));

        disk.Set("fsync fail EIO */a");

        Assert.Contains("Input/output error", await CopyAsync(disk, folder.File("a"), 4096));
        Assert.Equal("", await CopyAsync(disk, folder.File("b"), 4096));
        Assert.EndsWith($"fsync {folder.File("a")}", Assert.Single(disk.Hits));
        disk.Works();
        Assert.Equal("", await CopyAsync(disk, folder.File("a"), 4096));
    }

    [Fact]
    public async Task A_rule_lets_calls_pass_first_and_holds_for_as_many_as_it_says()
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        using var folder = new TemporaryFolder();

        disk.Set("write fail ENOSPC skip=3 times=1 */a");

        Assert.Contains("No space left", await CopyAsync(disk, folder.File("a"), 4096, count: 8));
        Assert.Equal(3 * 4096, new FileInfo(folder.File("a")).Length);
        Assert.Equal("", await CopyAsync(disk, folder.File("a"), 4096, count: 3));
    }

    [Fact]
    public async Task A_signal_handler_that_writes_to_a_pipe_stops_no_process()
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.File("p.c"), HandlerThatWrites);
        using var compiler = Process.Start("cc", ["-o", folder.File("p"), folder.File("p.c")]);
        await compiler.WaitForExitAsync();
        disk.Set("fsync fail EIO */nothing");
        var info = new ProcessStartInfo(folder.File("p"), [folder.File("a")]);
        foreach (var (name, value) in disk.Environment)
            info.Environment[name] = value;

        using var process = Process.Start(info)!;
        try
        {
            await process.WaitForExitAsync().WaitAsync(TimeSpan.FromMinutes(5));
        }
        catch (TimeoutException)
        {
            process.Kill();
            throw;
        }

        Assert.Equal(0, process.ExitCode);
    }

    [Fact]
    public async Task A_short_write_transfers_what_the_rule_lets_through()
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        using var folder = new TemporaryFolder();

        disk.Set("write short 1000 */a");

        Assert.Equal("", await CopyAsync(disk, folder.File("a"), 4096));
        Assert.Equal(4096, new FileInfo(folder.File("a")).Length);
        Assert.Equal(4, disk.Hits.Count);
    }

    // Gives what dd says on its error stream besides its statistics.
    private static async Task<string> CopyAsync(FaultyDisk disk, string target, int bytes, int count = 1)
    {
        var info = new ProcessStartInfo(
            "dd", ["if=/dev/zero", $"of={target}", $"bs={bytes}", $"count={count}", "conv=fsync", "status=none"])
        {
            RedirectStandardError = true,
        };
        foreach (var (name, value) in disk.Environment)
            info.Environment[name] = value;
        info.Environment["LC_ALL"] = "C";
        using var process = Process.Start(info)!;
        return await process.StandardError.ReadToEndAsync();
    }

    private sealed class TemporaryFolder : IDisposable
    {
        private readonly string _path = Directory.CreateTempSubdirectory("sfperf-faulty-").FullName;

        public void Dispose() => Directory.Delete(_path, recursive: true);

        internal string File(string name) => Path.Combine(_path, name);
    }
}
