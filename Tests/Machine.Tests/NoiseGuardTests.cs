using System;
using System.Diagnostics;
using Xunit;

namespace SfPerf.Machine.Tests;

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
        var finding = Judge(Quiet, storeHere: false);
        Assert.Equal("clean", finding.Verdict);
        Assert.Empty(finding.Reasons);
        Assert.Equal(0.2, finding.DriverCpu, 9);
    }

    [Fact]
    public void Waiting_tasks_make_it_noisy_unless_they_are_the_stores_own()
    {
        var busy = Quiet with { PressureSeconds = 8 };
        Assert.Equal("noisy", Judge(busy, storeHere: false).Verdict);
        Assert.Equal("tasks waited for a processor 30 % of the time (limit 10 %)",
            Judge(busy, storeHere: false).Reasons[0]);
        Assert.Equal("clean", Judge(busy).Verdict);
    }

    [Fact]
    public void Other_programs_make_it_noisy_wherever_the_store_is()
    {
        var before = Before with { BusyTicks = 500, OwnSeconds = 1, KernelSeconds = 0.5 };
        // 2000 ticks went by. Programs used 1300, of them own 900, the kernel's threads 100: 300 remain for others.
        var after = Quiet with { BusyTicks = 1800, OwnSeconds = 10, KernelSeconds = 1.5 };
        var finding = Judge(after, before: before);
        Assert.Equal(("noisy", 0.15), (finding.Verdict, finding.BackgroundCpu!.Value));
        Assert.Equal(["other programs used the processors 15 % of the time (limit 10 %)"], finding.Reasons);
        Assert.Equal("clean", Judge(after with { OwnSeconds = 11.1 }, before: before).Verdict);
        Assert.Null(Judge(Quiet).BackgroundCpu);
        // A process that took part ended and took its 8 s with it: what is left says nothing about others.
        Assert.Null(Judge(after with { OwnSeconds = 0.4, KernelSeconds = 0.5 }, before: before).BackgroundCpu);
    }

    [Fact]
    public void Stolen_time_makes_it_noisy_wherever_the_store_is()
    {
        Assert.Equal("noisy", Judge(Quiet with { StolenTicks = 60 }).Verdict);
        Assert.Equal("clean", Judge(Quiet with { StolenTicks = 50 }).Verdict);
    }

    [Fact]
    public void A_busy_driver_a_long_collection_and_late_pacing_make_it_driver_bound()
    {
        Assert.Equal("driver-bound", Judge(Quiet with { ProcessorSeconds = 19 }).Verdict);
        Assert.Equal("driver-bound", Judge(Quiet with { CollectorPauseSeconds = 0.6 }).Verdict);
        Assert.Equal("driver-bound", Judge(Quiet, e => e with { LatenessP99 = 200, ResponseP50 = 1000 }).Verdict);
        Assert.Equal("clean", Judge(Quiet, e => e with { LatenessP99 = 50, ResponseP50 = 1000 }).Verdict);
    }

    [Fact]
    public void Beside_a_promised_time_pacing_is_judged_by_that()
    {
        NoiseFinding Late(double response, double lateness) => Judge(Quiet, e => e with
        {
            LatenessP99 = 900_000,
            Promise = (20e6, response * 1e6, lateness * 1e6),
        });
        // Kept all the same; broken with and without the driver's part; broken by the driver.
        Assert.Equal("clean", Late(19, 5).Verdict);
        Assert.Equal("clean", Late(30, 5).Verdict);
        Assert.Equal("driver-bound", Late(22, 5).Verdict);
        Assert.Equal(["the driver began operations 5 ms late: without that, 22 ms would be within the promised 20 ms"],
            Late(22, 5).Reasons);
    }

    [Fact]
    public void Half_a_processor_of_a_container_is_soon_used_up()
    {
        var busy = Quiet with { ProcessorSeconds = 6.5, Quota = 0.5, QuotaPeriods = 100, ThrottledPeriods = 1 };
        var before = Before with { QuotaPeriods = 0, ThrottledPeriods = 0 };
        var finding = Judge(busy, before: before);
        Assert.Equal(("driver-bound", 0.9), (finding.Verdict, Math.Round(finding.DriverCpu, 9)));
        Assert.Equal("clean", Judge(busy with { Quota = null }, before: before).Verdict);
        var throttled = Judge(busy with { ProcessorSeconds = 3, ThrottledPeriods = 20 }, before: before);
        Assert.Equal(("driver-bound", 0.2), (throttled.Verdict, throttled.Throttled));
        Assert.Equal(["the container's processors were used up 20 % of the time (limit 5 %)"], throttled.Reasons);
    }

    [Fact]
    public void Operations_that_do_not_fill_the_workers_time_make_it_driver_bound()
    {
        var finding = Judge(Quiet, e => e with { LittleResidual = -0.07 });
        Assert.Equal("driver-bound", finding.Verdict);
        Assert.Equal(["Little's law is missed by -7 % (limit 5 %): time was lost outside the operations"],
            finding.Reasons);
        Assert.Equal("clean", Judge(Quiet, e => e with { LittleResidual = -0.05 }).Verdict);
    }

    [Fact]
    public void A_store_that_its_collector_stopped_has_a_verdict_of_its_own()
    {
        var finding = Judge(Quiet, e => e with { StorePause = ("StatefulStore _Node_1", 0.125) });
        Assert.Equal(("store-paused", 0.125), (finding.Verdict, finding.StorePause));
        Assert.Equal(["StatefulStore _Node_1's collector paused it 12.5 % of the time (limit 10 %)"], finding.Reasons);
        Assert.Equal("clean", Judge(Quiet, e => e with { StorePause = ("StatefulStore _Node_1", 0.1) }).Verdict);
        Assert.Equal("noisy", Judge(
            Quiet with { StolenTicks = 60 }, e => e with { StorePause = ("StatefulStore _Node_1", 0.125) }).Verdict);
    }

    [Fact]
    public void No_steady_state_is_a_verdict_of_its_own()
    {
        Assert.Equal("no-steady-state", Judge(Quiet, e => e with { Steady = false }).Verdict);
    }

    [Fact]
    public void The_worst_part_speaks_for_a_run_and_all_reasons_are_kept()
    {
        var worst = NoiseFinding.Worst([
            ("write", Judge(Quiet with { StolenTicks = 60 })), ("read", Judge(Quiet with { ProcessorSeconds = 19 })),
        ]);
        Assert.Equal(("driver-bound", 0.85), (worst.Verdict, Math.Round(worst.DriverCpu, 9)));
        Assert.Equal(["write: the host took processor time 2.5 % of the time (limit 2 %)",
            "read: the driver used its processors 85 % of the time (limit 80 %)"], worst.Reasons);
        Assert.Equal(Judge(Quiet).Reasons, NoiseFinding.Worst([("write", Judge(Quiet))]).Reasons);
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

    private static NoiseFinding Judge(MachineReading after, Func<NoiseEvidence, NoiseEvidence>? change = null,
        bool storeHere = true, MachineReading? before = null)
    {
        var evidence = new NoiseEvidence(before ?? Before, after, Cores: 2, storeHere);
        return new NoiseGuard().Judge(change?.Invoke(evidence) ?? evidence);
    }
}
