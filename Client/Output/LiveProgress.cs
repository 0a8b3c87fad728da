using System;
using System.IO;
using Spectre.Console;

namespace SfPerf.Client.Output;

/// <summary>Progress for a terminal: one line that is rewritten in place, with a bar.</summary>
internal sealed class LiveProgress : IProgressView
{
    private const int BarWidth = 30;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);
    private readonly IAnsiConsole _console;
    private readonly TimeProvider _time;
    private ProgressSample? _earlier;
    private long _shownAt;
    private bool _open;

    public LiveProgress(TextWriter output, TimeProvider time)
    {
        _time = time;
        _console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output) });
    }

    public void Note(string text)
    {
        Finish();
        _console.MarkupLineInterpolated($"[grey]{text}[/]");
    }

    public void Show(in ProgressSample sample)
    {
        var done = sample.Completed + sample.Failed >= sample.Total;
        var next = _earlier is { } e && e.Phase != sample.Phase;
        if (next)
            Finish();
        if (!done && _open && _time.GetElapsedTime(_shownAt) < Interval)
            return;
        var share = sample.Total > 0 ? (double)(sample.Completed + sample.Failed) / sample.Total : 1;
        var filled = (int)(Math.Clamp(share, 0, 1) * BarWidth);
        var bar = new string('━', filled);
        var rest = new string('━', BarWidth - filled);
        _console.Write(new ControlCode("\r\u001b[2K"));
        _console.MarkupInterpolated($"{sample.Phase,-7} [green]{bar}[/][grey]{rest}[/] {share,4:0 %}  ");
        _console.MarkupInterpolated(
            $"[bold]{sample.RateSince(_earlier):N0}[/] ops/s  {sample.Seconds:0.0} s{sample.Left}");
        if (sample.Failed > 0)
            _console.MarkupInterpolated($"  [red]{sample.Failed:N0} failed[/]");
        if (_earlier is not { } earlier || next || sample.Seconds - earlier.Seconds >= 1)
            _earlier = sample;
        _shownAt = _time.GetTimestamp();
        _open = true;
    }

    public void Dispose() => Finish();

    public void Finish()
    {
        if (!_open)
            return;
        _console.WriteLine();
        (_open, _earlier) = (false, null);
    }
}
