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
        var serialized = new TaskCompletionSource();
        listener.SetMeasurementEventCallback<double>((i, v, tags, _) =>
        {
            heard.Enqueue((i.Name, v, MethodOf(tags)));
            if (i.Name == "actor.response.serialize")
                serialized.TrySetResult();
        });
        listener.SetMeasurementEventCallback<long>((i, v, tags, _) => heard.Enqueue((i.Name, v, MethodOf(tags))));
        listener.Start();
        // The turn that looks whether its save has ended finds that it has; it was waited for all the same.
        bench.Rows.EndsWhenAwaited = true;
        bench.On("slow", async a =>
        {
            await a.StateManager.TryGetStateAsync<int>("n", Token);
            await a.StateManager.SaveStateAsync(Token);
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
        Assert.Contains(heard, h => h.Name == "actor.state.load");
        Assert.Contains(heard, h => h.Name == "actor.request.deserialize");
        // The answer is there before it is known how long it took.
        await serialized.Task.WaitAsync(ActorBench.Limit, Token);
    }

    [Fact]
    public async Task Who_is_active_who_waits_and_what_will_fire_is_told_when_somebody_asks()
    {
        await using var bench = await ActorBench.StartAsync();
        var levels = new ConcurrentDictionary<string, long>();
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, l) =>
        {
            if (instrument.Meter.Name == ActorMeter.Name && instrument.IsObservable)
                l.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<long>((i, v, _, _) => levels[i.Name] = v);
        listener.Start();
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("remind", a => a.RemindAsync("r", TimeSpan.FromDays(1), TimeSpan.FromDays(1)));
        bench.On("hold", _ =>
        {
            entered.SetResult();
            return release.Task;
        });
        bench.On("wait", _ => Task.CompletedTask);
        await bench.Proxy(1).DoAsync("remind");
        var holding = bench.Proxy(2).DoAsync("hold");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);
        var waiting = Task.WhenAll(Enumerable.Range(0, 3).Select(_ => bench.Proxy(2).DoAsync("wait")));
        // The calls of one connection arrive in their order.
        await bench.Proxy(1).EchoAsync([1]);

        listener.RecordObservableInstruments();
        var manager = bench.Service.Manager!;
        Assert.Equal((3, 2, 1), (manager.Waits.Count, manager.Count, manager.Reminders.Armed));
        // With those of other tests.
        Assert.InRange(levels["actor.turns.waiting"], 3, long.MaxValue);
        Assert.InRange(levels["actor.active"], 2, long.MaxValue);
        Assert.InRange(levels["actor.reminders.armed"], 1, long.MaxValue);
        release.SetResult();
        await holding;
        await waiting;
        Assert.Equal(0, manager.Waits.Count);
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
