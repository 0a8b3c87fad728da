using System;
using System.IO;
using Xunit;

namespace SfPerf.Machine.Tests;

public sealed class ProcessTableTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-proc").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_process_counts_with_all_it_started_and_the_kernel_for_itself()
    {
        Snapshot();
        var table = ProcessTable.Read(_folder)!;
        Assert.Equal(9.42, table.TreeSeconds([845]), 9);
        Assert.Equal(9.42, table.TreeSeconds([845, 871, 871]), 9);
        Assert.Equal(6.12, table.TreeSeconds([871]), 9);
        Assert.Equal(1.25, table.KernelSeconds, 9);
        Assert.Equal(0, table.TreeSeconds([4711]), 9);
    }

    [Fact]
    public void What_ended_and_was_waited_for_keeps_its_time()
    {
        Snapshot();
        var before = ProcessTable.Read(_folder)!.TreeSeconds([845]);
        // 871 (6.12 s with what it waited for) ended after another 0.50 s; its parent was told of 6.62 s.
        Directory.Delete(Path.Combine(_folder, "871"), recursive: true);
        Process(852, "(SfPerf.DevClus)", parent: 845, user: 110, system: 40, endedUser: 500, endedSystem: 162);
        Assert.Equal(0.5, ProcessTable.Read(_folder)!.TreeSeconds([845]) - before, 9);
    }

    [Fact]
    public void What_is_no_process_or_cut_short_is_left_out()
    {
        Snapshot();
        Directory.CreateDirectory(Path.Combine(_folder, "sys"));
        Directory.CreateDirectory(Path.Combine(_folder, "900"));
        Directory.CreateDirectory(Path.Combine(_folder, "901"));
        File.WriteAllText(Path.Combine(_folder, "901", "stat"), "901 (x) S 845 1");
        Assert.Equal(9.42, ProcessTable.Read(_folder)!.TreeSeconds([845]), 9);
        Assert.Null(ProcessTable.Read(Path.Combine(_folder, "absent")));
    }

    // Manager 845, its node 852, the node's host 871; kernel threads below 2; a compiler that is nobody's.
    private void Snapshot()
    {
        Process(1, "(systemd)", parent: 0, user: 300, system: 200, endedUser: 90_000, endedSystem: 10_000);
        Process(2, "(kthreadd)", parent: 0, user: 0, system: 5, endedUser: 0, endedSystem: 0);
        Process(31, "(kworker/0:1-events)", parent: 2, user: 0, system: 120, endedUser: 0, endedSystem: 0);
        Process(845, "(SfPerf.DevClus)", parent: 1, user: 150, system: 30, endedUser: 0, endedSystem: 0);
        Process(852, "(SfPerf.DevClus)", parent: 845, user: 110, system: 40, endedUser: 0, endedSystem: 0);
        Process(871, "(a b) c)", parent: 852, user: 450, system: 150, endedUser: 10, endedSystem: 2);
        Process(990, "(csc)", parent: 1, user: 4000, system: 100, endedUser: 0, endedSystem: 0);
    }

    // The line of a Linux 6 kernel, with the fields that matter put in.
    private void Process(int id, string name, int parent, int user, int system, int endedUser, int endedSystem)
    {
        var folder = Directory.CreateDirectory(Path.Combine(_folder, $"{id}")).FullName;
        File.WriteAllText(Path.Combine(folder, "stat"),
            $"{id} {name} S {parent} {id} {id} 0 -1 4194560 35242 0 12 0 {user} {system} {endedUser} {endedSystem} "
            + "20 0 24 0 38218 274877906944 19841 18446744073709551615 1 1 0 0 0 0 0 4096 17642 0 0 0 17 1 0 0\n");
    }
}
