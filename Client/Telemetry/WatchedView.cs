using SfPerf.Client.Output;

namespace SfPerf.Client.Telemetry;

/// <summary>Exports the progress of a run that is shown.</summary>
internal sealed class WatchedView(IProgressView view, OtlpExport export) : IProgressView
{
    private bool _told;

    public void Note(string text) => view.Note(text);

    public void Show(in ProgressSample sample)
    {
        export.Metrics.Show(sample);
        view.Show(sample);
        if (_told || export.LastFailure is not { } failure)
            return;
        _told = true;
        view.Note($"{failure} The run goes on.");
    }

    public void Finish() => view.Finish();

    // The view belongs to the caller, who disposes it.
    public void Dispose() => Finish();
}
