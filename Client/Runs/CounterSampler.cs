using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Metrics.Machine;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Runs;

/// <summary>Reads the counters of this machine's processes once a second while a run lasts, and what all the others
/// used.</summary>
internal sealed class CounterSampler : IAsyncDisposable
{
    private const string Others = "other programs";
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private readonly IReadOnlyList<(string Name, int Id)> _processes;
    private readonly IReadOnlyList<int> _own;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly List<Sample> _samples = [];
    private readonly Task _work;

    /// <summary>Begins.</summary>
    /// <param name="processes">Those to observe, by name.</param>
    /// <param name="own">All that take part in the measurement.</param>
    /// <param name="time">The clock.</param>
    public CounterSampler(
        IReadOnlyList<(string Name, int Id)> processes, IReadOnlyList<int> own, TimeProvider time)
    {
        (_processes, _own, _time) = (processes, own, time);
        _work = SampleAsync();
    }

    /// <summary>How much each counter rose a second, in each phase.</summary>
    public IReadOnlyList<CounterSeriesRecord> Series(IEnumerable<PhaseResult> phases)
    {
        lock (_samples)
            return [.. phases.Where(p => p.Kind != OperationKind.Prepare && p.Seconds >= 1).SelectMany(Series)];
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _work.ConfigureAwait(false);
        _stop.Dispose();
    }

    private IEnumerable<CounterSeriesRecord> Series(PhaseResult phase)
    {
        var end = phase.StartedUtc.AddSeconds(phase.Seconds);
        var steps = _samples.Zip(_samples.Skip(1), (before, after) => (Before: before, After: after))
            .Where(s => s.After.At > phase.StartedUtc && s.Before.At < end).ToList();
        foreach (var (process, counter) in _samples.SelectMany(s => s.Values.Keys).Distinct())
        {
            // A runtime asked to publish its counters says nothing in the first second, a process that ended nothing
            // more.
            var rates = steps.ConvertAll(s => Rate(s.Before, s.After, (process, counter)));
            var from = Math.Max(0, rates.FindIndex(r => r is not null));
            double[] known = [.. rates.Skip(from).TakeWhile(r => r is not null).OfType<double>()];
            if (known.Length > 0)
                yield return new CounterSeriesRecord(process, counter, phase.Name, known) { FromSecond = from };
        }
        double[] others = [.. steps.Select(s => MachineReading.Background(s.Before.Machine, s.After.Machine))
            .OfType<double>().Select(share => Rounded(share * Environment.ProcessorCount))];
        if (others.Length > 0)
            yield return new CounterSeriesRecord(Others, "cpu", phase.Name, others);
    }

    private static double? Rate(Sample before, Sample after, (string, string) key) =>
        after.Values.GetValueOrDefault(key) - before.Values.GetValueOrDefault(key) is { } rise
            ? Rounded(Math.Max(0, rise / (after.At - before.At).TotalSeconds)) : null;

    private static double Rounded(double value) => Math.Round(value, 3);

    private async Task SampleAsync()
    {
        var observed = new List<ObservedProcess>();
        using var timer = new PeriodicTimer(Interval, _time);
        try
        {
            observed.AddRange(await Task.WhenAll(_processes.Select(
                p => ObservedProcess.BeginAsync(p.Name, p.Id, _stop.Token))).ConfigureAwait(false));
            do
            {
                var values = observed.SelectMany(p => p.Read().Select(c => ((p.Name, c.Key), c.Value)))
                    .ToDictionary(v => v.Item1, v => v.Value);
                var sample = new Sample(_time.GetUtcNow(), values, MachineReading.Take(_own));
                lock (_samples)
                    _samples.Add(sample);
            }
            while (await timer.WaitForNextTickAsync(_stop.Token).ConfigureAwait(false));
        }
        catch (OperationCanceledException)
        {
            // Disposed: the samples stay.
        }
        finally
        {
            foreach (var process in observed)
                await process.DisposeAsync().ConfigureAwait(false);
        }
    }

    private sealed record Sample(
        DateTimeOffset At, IReadOnlyDictionary<(string Process, string Counter), double?> Values,
        MachineReading Machine);
}
