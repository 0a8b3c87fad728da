using System;
using System.Globalization;
using System.Linq;
using System.Threading;
using SfPerf.Commands;

namespace SfPerf.Client.Chaos;

/// <summary>Shows how a run gets on: each second on a terminal, each 5 s elsewhere.</summary>
internal sealed class ChaosProgress : IDisposable
{
    private static readonly TimeSpan OutageMin = TimeSpan.FromMilliseconds(200);
    private readonly HistoryRecorder _recorder;
    private readonly FaultInjector _injector;
    private readonly ChaosOptions _options;
    private readonly Terminal _terminal;
    private readonly ITimer _timer;

    public ChaosProgress(HistoryRecorder recorder, FaultInjector injector, ChaosOptions options, Terminal terminal,
        TimeProvider time)
    {
        (_recorder, _injector, _options, _terminal) = (recorder, injector, options, terminal);
        var interval = TimeSpan.FromSeconds(terminal.Live ? 1 : 5);
        _timer = time.CreateTimer(_ => Show(), null, interval, interval);
    }

    public void Dispose()
    {
        _timer.Dispose();
        if (_terminal.Live)
            _terminal.Error.WriteLine();
    }

    private void Show()
    {
        var seconds = _recorder.Now / 1e9;
        var line = string.Create(CultureInfo.InvariantCulture,
            $"{seconds,5:0} of {_options.Length.TotalSeconds:0} s  {_recorder.Acknowledged:N0} ok, ")
            + string.Create(CultureInfo.InvariantCulture,
                $"{_recorder.NotAcknowledged:N0} not  {_recorder.Faults} faults, last {_injector.Last}");
        var outages = Enumerable.Range(0, _options.Partitions)
            .Select(p => (Partition: p, Time: _recorder.SinceSuccess(p))).Where(o => o.Time > OutageMin);
        line += string.Concat(outages.Select(o => string.Create(CultureInfo.InvariantCulture,
            $"  partition {o.Partition} away for {o.Time.TotalSeconds:0.0} s")));
        if (_terminal.Live)
            _terminal.Error.Write("\r" + line.PadRight(110)[..110]);
        else
            _terminal.Error.WriteLine(line);
    }
}
