using System;

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
