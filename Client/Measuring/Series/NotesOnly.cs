using System.IO;
using SfPerf.Client.Output;

namespace SfPerf.Client.Measuring.Series;

/// <summary>Progress of one run of many: what happens to a cluster, and nothing of the figures, which follow in one
/// line.</summary>
internal sealed class NotesOnly(TextWriter output) : IProgressView
{
    public void Note(string text) => output.WriteLine(text);

    public void Show(in ProgressSample sample)
    {
        // The run's own line reports it.
    }

    public void Finish()
    {
        // Every line is whole.
    }

    public void Dispose() => Finish();
}
