using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Commands;
using SfPerf.Machine;
using SfPerf.Machine.Runtime;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Measuring;

/// <summary>Reads the counters of this machine's processes once a second while a run lasts, and what all the others
/// used.</summary>
internal sealed class CounterSampler : IAsyncDisposable
{
    /// <summary>The name of this process.</summary>
    internal const string Driver = "sfperf";

    /// <summary>The name of all processes that take no part.</summary>
    internal const string Others = CounterSeriesRecord.Others;

    private const int SamplesPerSearch = 5;
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private readonly Func<CancellationToken, Task<ClusterProcesses>>? _find;
    private readonly TimeProvider _time;
    private readonly IReadOnlyList<string> _instruments;
    private readonly CancellationTokenSource _stop = new();
    private readonly List<Sample> _samples = [];
    private readonly List<ObservedProcess> _observed = [];
    private readonly HashSet<int> _known = [Environment.ProcessId];
    private readonly Dictionary<string, int> _names = [];
    private readonly Task _work;
    private readonly bool _areTold;
    private IReadOnlyList<int> _own;

    /// <summary>Begins.</summary>
    /// <param name="processes">Those of the cluster.</param>
    /// <param name="find">Asks for them again: hosts are started anew while a run lasts; null for never.</param>
    /// <param name="time">The clock.</param>
    /// <param name="instruments">Instruments of the hosts' meters that are read, too, each as METER\INSTRUMENT.</param>
    public CounterSampler(
        ClusterProcesses processes, Func<CancellationToken, Task<ClusterProcesses>>? find, TimeProvider time,
        IReadOnlyList<string>? instruments = null)
    {
        (_find, _own, _time, _instruments) = (find, processes.All, time, instruments ?? []);
        _areTold = processes.AreTold;
        _work = SampleAsync(processes);
    }

    /// <summary>Gets all processes that take part in the measurement, beside this one.</summary>
    public IReadOnlyList<int> Own => Volatile.Read(ref _own);

    /// <summary>Reads the machine. What others used of it is not known where not all processes are that take part.
    /// </summary>
    public MachineReading ReadMachine()
    {
        var reading = MachineReading.Take(Own);
        return _areTold ? reading : reading with { OwnSeconds = null };
    }

    /// <summary>Gets what an instrument of the hosts' meters said last, by process.</summary>
    public IReadOnlyList<(string Process, double Value)> Latest(string instrument)
    {
        lock (_samples)
        {
            return _samples.Count == 0 ? [] : [.. _samples[^1].Meters
                .Where(m => m.Key.Counter == instrument).Select(m => (m.Key.Process, m.Value.Value))];
        }
    }

    /// <summary>How much each counter rose a second, in each phase; of a level, what it was.</summary>
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
        foreach (var (process, counter) in _samples.SelectMany(s => s.Values.Keys.Concat(s.Meters.Keys)).Distinct())
        {
            // A runtime that was asked to publish its counters reports nothing in the first second, and a process that
            // ended reports nothing any more.
            var rates = steps.ConvertAll(s => Rate(s.Before, s.After, (process, counter)));
            var from = Math.Max(0, rates.FindIndex(r => r is not null));
            double[] known = [.. rates.Skip(from).TakeWhile(r => r is not null).OfType<double>()];
            if (known.Length > 0)
                yield return new CounterSeriesRecord(process, counter, phase.Name, known) { FromSecond = from };
        }
        double[] others = [.. steps.Select(s => MachineReading.Background(s.Before.Machine, s.After.Machine))
            .OfType<double>().Select(share => Rounded(share * Environment.ProcessorCount))];
        if (others.Length > 0)
            yield return new CounterSeriesRecord(CounterSeriesRecord.Others, "cpu", phase.Name, others);
    }

    private static double? Rate(Sample before, Sample after, (string, string) key)
    {
        if (!after.Meters.TryGetValue(key, out var reading))
            return RateOfCounter(before, after, key);
        if (reading.IsLevel)
            return Rounded(reading.Value);
        // What was never heard of before the first value was zero.
        var rise = reading.Value - before.Meters.GetValueOrDefault(key).Value;
        return Rounded(Math.Max(0, rise / (after.At - before.At).TotalSeconds));
    }

    private static double? RateOfCounter(Sample before, Sample after, (string, string) key) =>
        after.Values.GetValueOrDefault(key) - before.Values.GetValueOrDefault(key) is { } rise
            ? Rounded(Math.Max(0, rise / (after.At - before.At).TotalSeconds)) : null;

    private static double Rounded(double value) => Math.Round(value, 3);

    private async Task SampleAsync(ClusterProcesses processes)
    {
        using var timer = new PeriodicTimer(Interval, _time);
        try
        {
            _observed.Add(await ObservedProcess.BeginAsync(Driver, Environment.ProcessId, [], _stop.Token)
                .ConfigureAwait(false));
            await ObserveAsync(processes).ConfigureAwait(false);
            for (var number = 1; ; number++)
            {
                var values = _observed.SelectMany(p => p.Read().Select(c => ((p.Name, c.Key), c.Value)))
                    .ToDictionary(v => v.Item1, v => v.Value);
                var meters = _observed.SelectMany(p => p.ReadMeters().Select(m => ((p.Name, m.Key), m.Value)))
                    .ToDictionary(v => v.Item1, v => v.Value);
                var sample = new Sample(_time.GetUtcNow(), values, meters, ReadMachine());
                lock (_samples)
                    _samples.Add(sample);
                if (!await timer.WaitForNextTickAsync(_stop.Token).ConfigureAwait(false))
                    return;
                if (number % SamplesPerSearch == 0)
                    await SearchAsync().ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            // Disposed: the samples stay.
        }
        finally
        {
            foreach (var process in _observed)
                await process.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task SearchAsync()
    {
        if (_find is null)
            return;
        try
        {
            await ObserveAsync(await _find(_stop.Token).ConfigureAwait(false)).ConfigureAwait(false);
        }
        catch (SfPerfException)
        {
            // A cluster that does not answer now will be asked again.
        }
    }

    private async Task ObserveAsync(ClusterProcesses processes)
    {
        Volatile.Write(ref _own, [.. _own.Union(processes.All)]);
        var added = await Task.WhenAll(processes.Hosts.Where(h => _known.Add(h.Id)).Select(
            h => ObservedProcess.BeginAsync(NameOf(h.Name), h.Id, _instruments, _stop.Token))).ConfigureAwait(false);
        _observed.AddRange(added);
    }

    // A host that was started anew is another process: its counters begin at 0.
    private string NameOf(string name)
    {
        var number = _names[name] = _names.GetValueOrDefault(name) + 1;
        return number == 1 ? name : $"{name} #{number}";
    }

    private sealed record Sample(
        DateTimeOffset At, IReadOnlyDictionary<(string Process, string Counter), double?> Values,
        IReadOnlyDictionary<(string Process, string Counter), MeterReading> Meters, MachineReading Machine);
}
