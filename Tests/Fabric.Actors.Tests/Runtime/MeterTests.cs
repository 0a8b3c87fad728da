using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Actors.Diagnostics;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime;

/// <summary>What the meter tells. Other tests of this process are heard, too: only what is this test's own is counted.
/// </summary>
public sealed class MeterTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_turn_is_measured_from_its_arrival_to_its_answer_while_somebody_listens()
    {
        var time = new ManualTimeProvider();
        await using var bench = await ActorBench.StartAsync(time: time);
        var heard = new ConcurrentQueue<(string Name, double Value, string? Method)>();
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, l) =>
        {
            if (instrument.Meter.Name == ActorMeter.Name)
                l.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<double>((i, v, tags, _) => heard.Enqueue((i.Name, v, MethodOf(tags))));
        listener.SetMeasurementEventCallback<long>((i, v, tags, _) => heard.Enqueue((i.Name, v, MethodOf(tags))));
        listener.Start();
        bench.Rows.Writing = static async _ => await Task.Yield();
        bench.On("slow", async a =>
        {
            time.Advance(TimeSpan.FromSeconds(4711));
            await a.StateManager.SetStateAsync("n", 1, Token);
        });

        await bench.Proxy(1).DoAsync("slow");

        // The clock of this test alone moves by that.
        var mine = heard.Where(h => h.Value == 4_711_000).Select(h => h.Name).Order(StringComparer.Ordinal);
        Assert.Equal(["actor.lock.held", "actor.method.duration", "actor.request.duration"], mine);
        Assert.Contains(("actor.method.duration", 4_711_000, "DoAsync"), heard);
        Assert.Contains(heard, h => h.Name == "actor.state.save");
        Assert.Contains(heard, h => h.Name == "actor.activate");
    }

    private static string? MethodOf(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        foreach (var (key, value) in tags)
        {
            if (key == "method")
                return (string?)value;
        }
        return null;
    }
}
