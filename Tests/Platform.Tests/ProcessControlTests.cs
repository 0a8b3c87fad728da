using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Platform.Tests;

public sealed class ProcessControlTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-process-").FullName;

    // The first thread ends at once, the second one with the input.
    private const string FirstThreadEnds = """
        #define _GNU_SOURCE
        #include <pthread.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        static void *wait_for_end(void *nothing)
        {
            char byte;
            while (read(0, &byte, 1) > 0) {
            }
            return nothing;
        }

        int main(void)
        {
            pthread_t thread;
            if (pthread_create(&thread, NULL, wait_for_end, NULL) != 0)
                return 2;
            syscall(SYS_exit, 0);
        }
        """;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_process_has_not_ended_before_its_last_thread()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux");
        Assert.SkipUnless(File.Exists("/usr/bin/cc"), "skipped: needs cc");
        var (source, program) = (Path.Combine(_folder, "p.c"), Path.Combine(_folder, "p"));
        await File.WriteAllTextAsync(source, FirstThreadEnds);
        using var compiler = Process.Start("cc", ["-pthread", "-o", program, source]);
        await compiler.WaitForExitAsync();
        Assert.Equal(0, compiler.ExitCode);
        using var process = Process.Start(new ProcessStartInfo(program) { RedirectStandardInput = true })!;
        try
        {
            var status = $"/proc/{process.Id}/status";
            await Eventually.HoldsAsync(() => File.ReadAllText(status).Contains("State:\tZ", StringComparison.Ordinal));
            Assert.False(ProcessControl.HasEnded(process.Id));
            Assert.True(ProcessControl.IsAlive(process.Id));
        }
        finally
        {
            process.StandardInput.Close();
        }

        await Eventually.HoldsAsync(() => ProcessControl.HasEnded(process.Id));
        Assert.False(ProcessControl.IsAlive(process.Id));
    }
}
