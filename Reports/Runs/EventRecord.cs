namespace SfPerf.Reports.Runs;

/// <summary>Something that happened during a run.</summary>
/// <param name="Phase">The phase it fell in.</param>
/// <param name="Second">When, from the phase's start.</param>
/// <param name="Text">What.</param>
public sealed record EventRecord(string Phase, double Second, string Text);
