using System;
using System.IO;

namespace SfPerf.Client.Output;

/// <summary>Chooses how progress is shown.</summary>
internal static class ProgressViews
{
    public static IProgressView Create(Terminal terminal, bool quiet, TimeProvider time) =>
        quiet ? new PlainProgress(TextWriter.Null, time)
        : terminal.Live ? new LiveProgress(terminal.Error, time)
        : new PlainProgress(terminal.Error, time);
}
