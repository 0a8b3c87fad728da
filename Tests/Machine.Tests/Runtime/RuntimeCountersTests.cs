using System;
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Machine.Runtime;
using Xunit;

namespace SfPerf.Machine.Tests.Runtime;

public sealed class RuntimeCountersTests
{
    private const int Collections = 3;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task A_process_tells_its_collections_pauses_and_allocations()
    {
        var token = TestContext.Current.CancellationToken;
        // This process stands for any: its diagnostics port does not know who asks.
        await using var counters = await RuntimeCounters.ConnectAsync(Environment.ProcessId, [], token);
        Assert.NotNull(counters);
        await ReachAsync(counters, r => r is not null);
        var before = counters.Reading!;
        for (var i = 0; i < Collections; i++)
            GC.Collect(2, GCCollectionMode.Forced, blocking: true);
        GC.KeepAlive(new byte[5_000_000]);
        await ReachAsync(counters, r => r!.Collections.Gen2 - before.Collections.Gen2 >= Collections
            && r.AllocatedBytes - before.AllocatedBytes >= 5_000_000
            && r.PauseMilliseconds > before.PauseMilliseconds);
        Assert.True(counters.Reading!.Collections.Gen0 - before.Collections.Gen0 >= Collections);
    }

    [Fact]
    public async Task A_process_tells_the_instruments_of_its_meters_that_it_is_asked_for()
    {
        const string Name = "SfPerf.Machine.Tests.Runtime";
        var token = TestContext.Current.CancellationToken;
        using var meter = new Meter(Name);
        var (sum, unasked) = (meter.CreateCounter<long>("sum"), meter.CreateCounter<long>("unasked"));
        var times = meter.CreateHistogram<double>("times");
        var level = 5;
        meter.CreateObservableUpDownCounter("level", () => Volatile.Read(ref level));
        await using var counters = await RuntimeCounters.ConnectAsync(
            Environment.ProcessId, [.. new[] { "sum", "times", "level" }.Select(i => $"{Name}\\{i}")], token);
        Assert.NotNull(counters);
        await ReachAsync(counters, _ => sum.Enabled && times.Enabled);
        Assert.False(unasked.Enabled);

        sum.Add(3);
        times.Record(1.5);
        times.Record(2, new KeyValuePair<string, object?>("method", "one"));
        await ReachAsync(counters, _ => Of("sum") == 3 && Of("times.count") == 2 && Of("level") == 5);
        sum.Add(4);
        Volatile.Write(ref level, 2);
        await ReachAsync(counters, _ => Of("sum") == 7 && Of("level") == 2);

        Assert.Equal(3.5, Of("times.sum"));
        Assert.Equal(["level"], counters.Meters.Where(m => m.Value.IsLevel).Select(m => m.Key));

        double? Of(string name) => counters.Meters.TryGetValue(name, out var reading) ? reading.Value : null;
    }

    [Fact]
    public async Task What_is_no_process_of_ours_has_no_counters() =>
        Assert.Null(await RuntimeCounters.ConnectAsync(int.MaxValue, [], TestContext.Current.CancellationToken));

    [Theory]
    [InlineData("", typeof(EndOfStreamException))]
    [InlineData("Nettrace", typeof(EndOfStreamException))]
    [InlineData("Notatrace and more than that", typeof(InvalidDataException))]
    [InlineData("Nettrace\u0014\0\0\0!FastSerialization.2", typeof(InvalidDataException))]
    [InlineData("Nettrace\u0014\0\0\0!FastSerialization.1\u0007", typeof(InvalidDataException))]
    [InlineData("Nettrace\u0014\0\0\0!FastSerialization.1\u0005", typeof(EndOfStreamException))]
    public async Task A_stream_that_is_cut_short_or_foreign_is_refused(string text, Type refusal)
    {
        using var stream = new MemoryStream(Encoding.ASCII.GetBytes(text));
        var reader = new NetTraceReader(stream, (_, _) => { });
        await Assert.ThrowsAsync(refusal, reader.RunAsync);
    }

    private static async Task ReachAsync(RuntimeCounters counters, Func<RuntimeReading?, bool> reached)
    {
        var begin = TimeProvider.System.GetTimestamp();
        while (!reached(counters.Reading))
        {
            Assert.True(TimeProvider.System.GetElapsedTime(begin) < Limit, $"{counters.Reading}");
            await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System,
                TestContext.Current.CancellationToken);
        }
    }
}
