using System;
using System.Linq;
using SfPerf.Fabric.Cluster.Management.Reported;
using SfPerf.Fabric.Control;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class HealthStoreTests
{
    private static readonly HealthEntity Application = new(HealthEntityKind.Application, "fabric:/A");
    private readonly ManualTimeProvider _time = new();

    [Fact]
    public void The_newest_report_of_a_source_and_property_counts_and_a_stale_one_changes_nothing()
    {
        var store = new HealthStore(_time);
        Assert.True(store.Take(Application, Report(number: 5, state: "Error")));
        Assert.False(store.Take(Application, Report(number: 5, state: "Ok")));
        Assert.False(store.Take(Application, Report(number: 4, state: "Ok")));
        Assert.Equal("Error", store.Current().Single().State);
        Assert.True(store.Take(Application, Report(number: 6, state: "Ok")));
        Assert.Equal("Ok", store.Current().Single().State);
        Assert.True(store.Take(Application, Report(number: 1, property: "Other")));
        Assert.Equal(2, store.Current().Count);
    }

    [Fact]
    public void An_expired_report_counts_as_an_error_unless_it_is_to_be_removed()
    {
        var store = new HealthStore(_time);
        _ = store.Take(Application, Report(lives: 1000, property: "Stays"));
        _ = store.Take(Application, Report(lives: 1000, property: "Goes", removed: true));
        _time.Advance(TimeSpan.FromMilliseconds(999));
        Assert.All(store.Current(), r => Assert.Equal(("Ok", false), (r.State, r.IsExpired)));
        _time.Advance(TimeSpan.FromMilliseconds(1));
        var left = Assert.Single(store.Current());
        Assert.Equal(("Stays", "Error", true), (left.Report.Property, left.State, left.IsExpired));
    }

    [Fact]
    public void A_long_description_is_cut_and_a_storm_of_reports_keeps_the_newest()
    {
        var store = new HealthStore(_time);
        _ = store.Take(Application, Report() with { Description = new('x', 5000) });
        Assert.Equal(HealthStore.DescriptionMax, store.Current()[0].Report.Description.Length);
        for (var i = 0; i <= HealthStore.ReportsMax; i++)
        {
            _time.Advance(TimeSpan.FromTicks(1));
            _ = store.Take(Application, Report(property: $"{i}"));
        }
        Assert.Equal(HealthStore.ReportsMax, store.Count);
        Assert.Equal($"{HealthStore.ReportsMax}", store.Current()[^1].Report.Property);
        store.Remove(e => e.Application == "fabric:/A");
        Assert.Equal(0, store.Count);
    }

    private static HealthReport Report(long number = 1, string state = "Ok", string property = "P", double lives = 0,
        bool removed = false) => new()
        {
            SourceId = "Test", Property = property, State = state, Description = "", SequenceNumber = number,
            TimeToLiveMilliseconds = lives, RemoveWhenExpired = removed,
        };
}
