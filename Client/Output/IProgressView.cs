using System;
using System.IO;
using SfPerf.Commands;

namespace SfPerf.Client.Output;

/// <summary>Shows how a run gets on. Called by one caller at a time.</summary>
internal interface IProgressView : IDisposable
{
    /// <summary>Shows one line that stays.</summary>
    void Note(string text);

    /// <summary>Shows the newest sample.</summary>
    void Show(in ProgressSample sample);

    /// <summary>Ends what was shown, so that results may follow on the same terminal.</summary>
    void Finish();
}

/// <summary>Chooses how progress is shown.</summary>
internal static class ProgressViews
{
    public static IProgressView Create(Terminal terminal, bool quiet, TimeProvider time) =>
        quiet ? new PlainProgress(TextWriter.Null, time)
        : terminal.Live ? new LiveProgress(terminal.Error, time, Terminal.Width)
        : new PlainProgress(terminal.Error, time);
}
