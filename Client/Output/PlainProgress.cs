using System;
using System.IO;

namespace SfPerf.Client.Output;

/// <summary>Progress for a file or a pipe: one line a second, nothing overwritten.</summary>
internal sealed class PlainProgress(TextWriter output, TimeProvider time) : IProgressView
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(0.9);
    private ProgressSample? _shown;
    private long _shownAt;

    public void Note(string text) => output.WriteLine(text);

    public void Show(in ProgressSample sample)
    {
        var same = _shown is { } last && last.Phase == sample.Phase;
        var done = sample.Completed + sample.Failed >= sample.Total;
        if (same && !done && time.GetElapsedTime(_shownAt) < Interval)
            return;
        if (!same && !done && sample.Seconds < Interval.TotalSeconds)
            return;
        if (same && (_shown!.Value.Completed, _shown.Value.Failed, _shown.Value.Seconds)
            == (sample.Completed, sample.Failed, sample.Seconds))
        {
            return;
        }

        output.WriteLine(Line(sample, _shown));
        _shown = sample;
        _shownAt = time.GetTimestamp();
    }

    public void Finish()
    {
        // Every line is whole.
    }

    public void Dispose() => Finish();

    internal static string Line(in ProgressSample sample, in ProgressSample? earlier)
    {
        var percent = 100 * sample.Share;
        return $"{sample.Seconds,6:0.0} s  {sample.Phase,-7} {sample.Completed,12:N0} "
            + (sample.IsByTime ? $"({percent:0} % of {sample.SecondsMax} s)" : $"of {sample.Total:N0} ({percent:0} %)")
            + $"  {sample.RateSince(earlier):N0} ops/s"
            + (sample.Failed > 0 ? $"  {sample.Failed:N0} failed" : "") + sample.Left;
    }
}
