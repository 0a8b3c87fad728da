using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using Xunit;

namespace SfPerf.Platform.Tests;

/// <summary>Alone, since it moves the whole process.</summary>
[Collection(nameof(ProcessorAffinityTests))]
[CollectionDefinition(nameof(ProcessorAffinityTests), DisableParallelization = true)]
public sealed class ProcessorAffinityTests
{
    [Fact]
    public void Every_thread_is_on_the_processor_old_and_new_until_it_is_disposed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux");
        var allowed = ProcessorAffinity.Allowed();
        Assert.NotEmpty(allowed);
        var last = allowed[^1];
        using (var started = new ManualResetEventSlim())
        using (var end = new ManualResetEventSlim())
        {
            var before = Processors();
            using (ProcessorAffinity.Pin(last))
            {
                var thread = new Thread(() =>
                {
                    started.Set();
                    end.Wait(TestContext.Current.CancellationToken);
                });
                thread.Start();
                started.Wait(TestContext.Current.CancellationToken);
                Assert.Equal([$"{last}"], Processors());
                Assert.Equal([last], ProcessorAffinity.Allowed());
                end.Set();
                thread.Join();
            }

            Assert.Equal(before, Processors());
        }
    }

    [Fact]
    public void A_processor_that_does_not_exist_is_refused_by_the_system()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux");
        var before = ProcessorAffinity.Allowed();
        Assert.Throws<System.ComponentModel.Win32Exception>(() => ProcessorAffinity.Pin(1023));
        Assert.Throws<ArgumentOutOfRangeException>(() => ProcessorAffinity.Pin(1024));
        Assert.Equal(before, ProcessorAffinity.Allowed());
    }

    // The lists of processors that the kernel shows for the threads of this process.
    private static string[] Processors() => [.. Directory.EnumerateDirectories("/proc/self/task")
        .SelectMany(Lines).Where(l => l.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal))
        .Select(l => l.Split('\t')[1]).Distinct().Order(StringComparer.Ordinal)];

    private static IEnumerable<string> Lines(string thread)
    {
        try
        {
            return File.ReadAllLines(Path.Combine(thread, "status"));
        }
        catch (IOException)
        {
            // The thread has ended since.
            return [];
        }
    }
}
