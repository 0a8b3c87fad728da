using System;
using System.IO;

namespace SfPerf.Scenarios;

/// <summary>Tells each block as it ends, and about how long the rest takes.</summary>
internal sealed class ScenarioProgress(
    TextWriter output, RemainingTime remaining, int rounds, TimeProvider time)
{
    private long _since = time.GetTimestamp();

    /// <summary>Tells that calls are made which are not counted.</summary>
    public void WarmUp(int calls) =>
        output.WriteLine($"warming up: {calls} calls of each arm; then about {RemainingTime.Text(remaining.Guess)}");

    /// <summary>The next block begins now.</summary>
    public void Begin() => _since = time.GetTimestamp();

    /// <summary>Tells a block that has ended.</summary>
    /// <param name="round">Its round, from 0.</param>
    /// <param name="block">Its name.</param>
    /// <param name="text">What came out.</param>
    /// <param name="again">Whether it has run in this round before.</param>
    public void End(int round, string block, string text, bool again = false)
    {
        remaining.Report(block, time.GetElapsedTime(_since).TotalSeconds, again);
        Begin();
        output.WriteLine($"round {round + 1} of {rounds}: {block}: {text}; about "
            + $"{RemainingTime.Text(remaining.Estimate())} left");
    }
}
