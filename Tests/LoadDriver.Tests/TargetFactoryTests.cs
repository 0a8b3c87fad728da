using System;
using SfPerf.Contracts;
using SfPerf.LoadDriver.Targets;
using Xunit;

namespace SfPerf.LoadDriver.Tests;

public sealed class TargetFactoryTests
{
    [Theory]
    [InlineData(TargetNames.SfDictionary, typeof(DictionaryTarget))]
    [InlineData(TargetNames.SfActor, typeof(ActorTarget))]
    [InlineData(TargetNames.SfQueue, typeof(ReliableQueueTarget))]
    [InlineData(TargetNames.SfConcurrentQueue, typeof(ReliableQueueTarget))]
    public void A_name_makes_its_target(string name, Type target) =>
        Assert.IsType(target, TargetFactory.Create(Request(name)));

    [Fact]
    public void An_unknown_target_is_refused_with_those_that_there_are()
    {
        var e = Assert.Throws<ArgumentException>(() => TargetFactory.Create(Request("SfStack")));
        Assert.Equal("Target SfStack is not known; allowed: SfDictionary, SfActor, SfQueue, SfConcurrentQueue.",
            e.Message);
    }

    [Fact]
    public void Actors_refuse_scans()
    {
        var request = Request(TargetNames.SfActor);
        request.Mixed = new MixedSpecification { NumOperationsTotal = 1, Scans = 1, ScanRowsMax = 1 };
        var e = Assert.Throws<ArgumentException>(() => TargetFactory.Create(request));
        Assert.Equal("Target SfActor has no order to scan in; allowed: SfDictionary, or no scans.", e.Message);
    }

    [Theory]
    [InlineData(TargetNames.SfQueue)]
    [InlineData(TargetNames.SfConcurrentQueue)]
    public void Queues_refuse_phases_of_several_kinds(string target)
    {
        var request = Request(target);
        request.Mixed = new MixedSpecification { NumOperationsTotal = 1, Reads = 1 };
        var e = Assert.Throws<ArgumentException>(() => TargetFactory.Create(request));
        Assert.Equal($"Target {target} has no keys to read or update; allowed: a write and a read phase.", e.Message);
    }

    private static RunRequest Request(string target) => new() { Target = target, ServiceName = "fabric:/Test/Store" };
}
