using System;
using System.Linq;
using SfPerf.Chaos.Faults;
using Xunit;

namespace SfPerf.Chaos.Tests.Faults;

public sealed class FaultPlanTests
{
    private static readonly string[] All = [.. FaultGroups.Every];

    [Fact]
    public void The_same_seed_gives_the_same_plan_and_another_seed_another_one()
    {
        var plan = Draw(7, All);

        Assert.Equal(plan, Draw(7, All));
        Assert.NotEqual(plan, Draw(8, All));
    }

    [Fact]
    public void A_minute_holds_some_ten_faults_at_least_and_all_lie_within_it()
    {
        for (var seed = 0; seed < 200; seed++)
        {
            var plan = Draw(seed, All);
            Assert.InRange(plan.Length, 20, 60);
            Assert.All(plan, f => Assert.InRange(f.At.TotalSeconds, 1, 59));
            Assert.All(plan, f => Assert.InRange(f.Duration.TotalSeconds, 0.1, 6));
            Assert.Equal(plan.OrderBy(f => f.At), plan);
        }
    }

    [Fact]
    public void Every_kind_comes_and_only_those_asked_for()
    {
        var kinds = Enumerable.Range(0, 50).SelectMany(seed => Draw(seed, All)).Select(f => f.Kind).ToHashSet();
        Assert.Equal(Enum.GetValues<FaultKind>().Length, kinds.Count);

        var stops = Enumerable.Range(0, 50).SelectMany(seed => Draw(seed, ["stop"])).Select(f => f.Kind).ToHashSet();
        Assert.Equal([FaultKind.StopHost, FaultKind.StopNode], stops.Order());
        Assert.Empty(Draw(1, []));
    }

    [Fact]
    public void A_draw_chooses_one_of_those_that_are_there()
    {
        var fault = new PlannedFault(TimeSpan.Zero, FaultKind.KillHost, 0.99999, TimeSpan.Zero, false);
        Assert.Equal(4, fault.Choose(5));
        Assert.Equal(0, (fault with { Draw = 0 }).Choose(5));
        Assert.Equal((4, 2), fault.Choose(5, 3));
        Assert.Equal(15, Enumerable.Range(0, 15).Select(i => (fault with { Draw = (i + 0.5) / 15 }).Choose(5, 3))
            .Distinct().Count());
    }

    private static PlannedFault[] Draw(int seed, string[] groups) =>
        [.. FaultPlan.Draw(seed, TimeSpan.FromMinutes(1), groups)];
}
