using System;
using System.Diagnostics;
using SfPerf.Metrics.Machine;
using Xunit;

namespace SfPerf.Metrics.Tests.Machine;

public sealed class NoiseGuardTests
{
    private static readonly MachineReading Before = new()
    {
        Seconds = 100, PressureSeconds = 5, Ticks = 1000, StolenTicks = 10, ProcessorSeconds = 2,
    };

    private static readonly MachineReading Quiet = Before with { Seconds = 110, Ticks = 3000, ProcessorSeconds = 6 };

    [Fact]
    public void A_quiet_machine_is_clean()
    {
        var finding = new NoiseGuard().Judge(Before, Quiet, cores: 2, storeOnThisMachine: false);
        Assert.Equal("clean", finding.Verdict);
        Assert.Empty(finding.Reasons);
        Assert.Equal(0.2, finding.DriverCpu, 9);
    }

    [Fact]
    public void Waiting_tasks_make_it_noisy_unless_they_are_the_stores_own()
    {
        var busy = Quiet with { PressureSeconds = 8 };
        Assert.Equal("noisy", new NoiseGuard().Judge(Before, busy, 2, false).Verdict);
        Assert.Equal("tasks waited for a processor 30 % of the time (limit 10 %)",
            new NoiseGuard().Judge(Before, busy, 2, false).Reasons[0]);
        Assert.Equal("clean", new NoiseGuard().Judge(Before, busy, 2, true).Verdict);
    }

    [Fact]
    public void Other_programs_make_it_noisy_wherever_the_store_is()
    {
        var before = Before with { BusyTicks = 500, OwnSeconds = 1, KernelSeconds = 0.5 };
        // 2000 ticks went by. Programs used 1300, of them own 900, the kernel's threads 100: 300 remain for others.
        var after = Quiet with { BusyTicks = 1800, OwnSeconds = 10, KernelSeconds = 1.5 };
        var finding = new NoiseGuard().Judge(before, after, 2, storeOnThisMachine: true);
        Assert.Equal(("noisy", 0.15), (finding.Verdict, finding.BackgroundCpu!.Value));
        Assert.Equal(["other programs used the processors 15 % of the time (limit 10 %)"], finding.Reasons);
        Assert.Equal("clean", new NoiseGuard().Judge(before, after with { OwnSeconds = 11.1 }, 2, true).Verdict);
        Assert.Null(new NoiseGuard().Judge(Before, Quiet, 2, true).BackgroundCpu);
    }

    [Fact]
    public void Stolen_time_makes_it_noisy_wherever_the_store_is()
    {
        Assert.Equal("noisy", new NoiseGuard().Judge(Before, Quiet with { StolenTicks = 60 }, 2, true).Verdict);
    }

    [Fact]
    public void A_busy_driver_a_long_collection_and_late_pacing_make_it_driver_bound()
    {
        var guard = new NoiseGuard();
        Assert.Equal("driver-bound", guard.Judge(Before, Quiet with { ProcessorSeconds = 19 }, 2, true).Verdict);
        Assert.Equal("driver-bound", guard.Judge(Before, Quiet with { CollectorPauseSeconds = 0.6 }, 2, true).Verdict);
        Assert.Equal("driver-bound", guard.Judge(Before, Quiet, 2, true, latenessP99: 200, responseP50: 1000).Verdict);
        Assert.Equal("clean", guard.Judge(Before, Quiet, 2, true, latenessP99: 50, responseP50: 1000).Verdict);
    }

    [Fact]
    public void No_steady_state_is_a_verdict_of_its_own()
    {
        Assert.Equal("no-steady-state", new NoiseGuard().Judge(Before, Quiet, 2, true, steady: false).Verdict);
    }

    [Fact]
    public void The_kernels_words_are_read_as_they_are()
    {
        Assert.Equal(3.352258, MachineReading.Pressure(
            "some avg10=0.25 avg60=0.52 avg300=0.29 total=3352258\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n"));
        Assert.Null(MachineReading.Pressure(null));
        Assert.Equal((36L, 19L, 8L),
            MachineReading.ProcessorTicks("cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 1 1 1 1 1 1 1\n"));
    }

    [Fact]
    public void This_process_has_counters()
    {
        var reading = MachineReading.Take();
        Assert.True(reading.ProcessorSeconds > 0 && reading.AllocatedBytes > 0);
        if (OperatingSystem.IsLinux())
            Assert.True(ProcessReading.Take(Environment.ProcessId)!.ResidentBytes > 1_000_000);
        Assert.Null(ProcessReading.Take(int.MaxValue));
        Assert.True(ProcessReading.TakeElsewhere(Environment.ProcessId)!.ProcessorSeconds > 0);
        Assert.Null(ProcessReading.TakeElsewhere(int.MaxValue));
        Assert.True(Stopwatch.IsHighResolution);
    }
}
