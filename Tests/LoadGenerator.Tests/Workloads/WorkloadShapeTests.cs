using System;
using System.Linq;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Workloads;

public sealed class WorkloadShapeTests
{
    private static readonly PhaseSpecification Write = new() { Name = "write", Operations = 50, Outstanding = 4 };

    [Fact]
    public void The_originals_workload_is_the_phase_itself()
    {
        Assert.Equal([Write], new WorkloadShape().Phases(Write, 100, 0, "warm"));
    }

    [Fact]
    public void A_random_choice_of_keys_loads_every_item_first_and_once()
    {
        var phases = new WorkloadShape { Keys = KeyChoice.Zipfian }.Phases(Write, 100, 7, "warm");
        Assert.Equal(["load", "warm", "write"], phases.Select(p => p.Name));
        Assert.Equal([100L, 7L, 50L], phases.Select(p => p.Operations!.Value));
        Assert.Equal([KeyChoice.Sequential, KeyChoice.Zipfian, KeyChoice.Zipfian], phases.Select(p => p.Keys));
    }

    [Theory]
    [InlineData(4, 100, 64)]
    [InlineData(4, 50, 50)]
    [InlineData(200, 100, 200)]
    public void A_load_is_quick_whatever_the_phase_keeps_outstanding(int outstanding, int items, int load)
    {
        var phases = new WorkloadShape { Keys = KeyChoice.Zipfian }
            .Phases(Write with { Outstanding = outstanding }, items, 0, "warm");
        Assert.Equal([load, outstanding], phases.Select(p => p.Outstanding));
    }

    [Fact]
    public void Each_kind_has_its_own_rate()
    {
        var workload = new WorkloadShape
        {
            WriteRate = 10, ReadRate = 20, Poisson = true, Duration =
            TimeSpan.FromSeconds(3)
        };
        Assert.Equal(10, workload.Phases(Write, 100, 0, "warm")[^1].Arrivals!.Rate);
        var reads = Write with { Name = "read", Shares = OperationShares.Reads };
        var read = Assert.Single(workload.Phases(reads, 100, 0, "warm"));
        Assert.Equal((20, true), (read.Arrivals!.Rate, read.Arrivals.Poisson));
        Assert.Equal(TimeSpan.FromSeconds(3), read.Duration);
    }

    [Fact]
    public void A_mixed_workload_loads_first_and_names_its_kinds_even_when_there_is_one()
    {
        var workload = new WorkloadShape { IsMixed = true, MixedRate = 30, ReadRate = 20 };
        var phases = workload.Phases(Write with { Name = "mixed", Shares = OperationShares.Reads }, 100, 0, "warm");
        Assert.Equal([("load", false), ("mixed", true)], phases.Select(p => (p.Name, p.NamesKinds)));
        Assert.Equal((OperationShares.Writes, 30), (phases[0].Shares, phases[1].Arrivals!.Rate));
    }
}
