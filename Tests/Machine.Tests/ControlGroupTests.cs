using System;
using System.IO;
using Xunit;

namespace SfPerf.Machine.Tests;

public sealed class ControlGroupTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("sfperf-cgroup").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void The_tightest_quota_from_our_group_to_the_root_holds()
    {
        File("proc/self/cgroup", "0::/lab.slice/run\n");
        File("sys/fs/cgroup/lab.slice/cpu.max", "150000 100000\n");
        File("sys/fs/cgroup/lab.slice/cpu.stat", "usage_usec 9\nnr_periods 200\nnr_throttled 30\nthrottled_usec 7\n");
        File("sys/fs/cgroup/lab.slice/run/cpu.max", "max 100000\n");
        Assert.Equal(new ControlGroup(1.5, 200, 30), ControlGroup.Read(_root));
    }

    [Fact]
    public void Within_a_container_its_group_is_the_root()
    {
        File("proc/self/cgroup", "0::/\n");
        File("sys/fs/cgroup/cpu.max", "50000 100000\n");
        Assert.Equal(new ControlGroup(0.5, null, null), ControlGroup.Read(_root));
    }

    [Fact]
    public void Version_1_is_read_too()
    {
        File("proc/self/cgroup", "12:memory:/docker/4711\n4:cpu,cpuacct:/docker/4711\n");
        File("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "200000\n");
        File("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        File("sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_periods 10\nnr_throttled 1\n");
        Assert.Equal(new ControlGroup(2, 10, 1), ControlGroup.Read(_root));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("0::/\n")]
    [InlineData("what is this")]
    public void Without_a_quota_nothing_is_known(string? groups)
    {
        if (groups is not null)
            File("proc/self/cgroup", groups);
        File("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        Assert.Equal(new ControlGroup(null, null, null), ControlGroup.Read(_root));
    }

    [Fact]
    public void Where_there_is_no_proc_only_this_process_is_known()
    {
        var (before, after) = (MachineReading.Take(null, _root), MachineReading.Take(null, _root));
        Assert.Equal((null, null, null, null), (after.Ticks, after.PressureSeconds, after.OwnSeconds, after.Quota));
        Assert.True(after.ProcessorSeconds > 0);
        // There is hardly any time between the two, and the system may count processor time in large steps.
        var finding = new NoiseGuard { DriverMax = 1e9, CollectorMax = 1e9 }.Judge(
            new NoiseEvidence(before, after, 2, StoreOnThisMachine: false));
        Assert.Equal(("clean", null, null, null),
            (finding.Verdict, finding.CpuPressure, finding.BackgroundCpu, finding.Steal));
    }

    private void File(string path, string text)
    {
        var file = Path.Combine(_root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        System.IO.File.WriteAllText(file, text);
    }
}
