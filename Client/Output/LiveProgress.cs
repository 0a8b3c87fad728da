using System;
using System.IO;
using System.Text;
using SfPerf.Reports.Text;
using Spectre.Console;

namespace SfPerf.Client.Output;

/// <summary>Progress for a terminal: one line that is rewritten in place, with a bar. It is cut to the terminal's width
/// at that moment: a line that wraps could not be taken back.</summary>
internal sealed class LiveProgress : IProgressView
{
    private const int BarWidth = 30;
    private const int BarWidthMin = 10;
    private const int TextWidth = 50;
    private const string Plain = "0";
    private const string Bold = "1";
    private const string Red = "31";
    private const string Green = "32";
    private const string Grey = "90";
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);
    private readonly TextWriter _output;
    private readonly TimeProvider _time;
    private readonly Func<int> _width;
    private readonly StringBuilder _line = new();
    private ProgressSample? _earlier;
    private long _shownAt;
    private int _shownLength;
    private bool _open;

    /// <summary>Makes the view.</summary>
    /// <param name="output">The terminal.</param>
    /// <param name="time">The clock.</param>
    /// <param name="width">Returns the columns that the terminal has now.</param>
    public LiveProgress(TextWriter output, TimeProvider time, Func<int> width)
    {
        (_output, _time, _width) = (output, time, width);
        // On Windows this also lets the terminal understand control sequences.
        _ = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output) });
    }

    public void Note(string text)
    {
        Finish();
        // The last column stays free: some terminals wrap as soon as it is written.
        var lines = TerminalWriter.Broken(text, Math.Max(1, _width() - 1), _output.NewLine);
        _output.WriteLine($"\u001b[{Grey}m{lines}\u001b[0m");
        _output.Flush();
    }

    public void Show(in ProgressSample sample)
    {
        var done = sample.Completed + sample.Failed >= sample.Total;
        var next = _earlier is { } e && e.Phase != sample.Phase;
        if (next)
            Finish();
        if (!done && _open && _time.GetElapsedTime(_shownAt) < Interval)
            return;
        Write(sample);
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
        _output.WriteLine();
        _output.Flush();
        (_open, _earlier, _shownLength) = (false, null, 0);
    }

    private void Write(in ProgressSample sample)
    {
        // The last column stays free: some terminals wrap as soon as it is written.
        var width = Math.Max(1, _width()) - 1;
        var barWidth = Math.Clamp(width - TextWidth, BarWidthMin, BarWidth);
        var filled = (int)(sample.Share * barWidth);
        // The terminal has become narrower: what was shown fills several rows now.
        var rowsAbove = _shownLength > 0 ? (_shownLength - 1) / (width + 1) : 0;
        _line.Clear().Append('\r');
        if (rowsAbove > 0)
            _line.Append($"\u001b[{rowsAbove}A");
        _line.Append("\u001b[J");
        var left = width;
        Add($"{sample.Phase,-7} ", Plain, ref left);
        Add(new string('━', filled), Green, ref left);
        Add(new string('━', barWidth - filled), Grey, ref left);
        Add(FormattableString.Invariant($" {sample.Share * 100,3:0} %  "), Plain, ref left);
        Add($"{sample.RateSince(_earlier):N0}", Bold, ref left);
        Add(" ops/s", Plain, ref left);
        AddWhole($"  {sample.Seconds:0.0} s", Plain, ref left);
        if (sample.Failed > 0)
            AddWhole($"  {sample.Failed:N0} failed", Red, ref left);
        AddWhole(sample.Left, Plain, ref left);
        _shownLength = width - left;
        _output.Write(_line);
        _output.Flush();
    }

    // A number that is cut within its digits is another number.
    private void AddWhole(string text, string style, ref int left)
    {
        if (text.Length <= left)
            Add(text, style, ref left);
    }

    private void Add(string text, string style, ref int left)
    {
        var shown = text.Length <= left ? text : text[..left];
        left -= shown.Length;
        if (shown.Length > 0)
            _line.Append(style == Plain ? shown : $"\u001b[{style}m{shown}\u001b[0m");
    }
}
