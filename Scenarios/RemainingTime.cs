using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Scenarios;

/// <summary>
/// Determines how long the rest of a scenario takes: what a block took in earlier rounds; before its first, the guess,
/// scaled by how wrong the guesses were so far.
/// </summary>
internal sealed class RemainingTime(IReadOnlyList<ScenarioBlock> blocks, int rounds)
{
    private readonly Dictionary<string, (int Count, double Seconds)> _done = [];

    /// <summary>Gets the time of all rounds as first guessed.</summary>
    public TimeSpan Guess => TimeSpan.FromSeconds(rounds * blocks.Sum(b => b.Seconds));

    /// <summary>Takes the time of one block.</summary>
    /// <param name="block">Its name.</param>
    /// <param name="seconds">Its time.</param>
    /// <param name="again">Whether it has run in this round before: the round takes longer then.</param>
    public void Report(string block, double seconds, bool again = false)
    {
        var (count, sum) = _done.GetValueOrDefault(block);
        _done[block] = (again ? count : count + 1, sum + seconds);
    }

    /// <summary>Estimates the rest.</summary>
    public TimeSpan Estimate()
    {
        var measured = _done.Values.Sum(d => d.Seconds);
        var guessed = blocks.Sum(b => b.Seconds * _done.GetValueOrDefault(b.Name).Count);
        var scale = guessed > 0 ? measured / guessed : 1;
        return TimeSpan.FromSeconds(blocks.Sum(b => _done.TryGetValue(b.Name, out var done)
            ? Math.Max(0, rounds - done.Count) * done.Seconds / done.Count : rounds * b.Seconds * scale));
    }

    /// <summary>The time in words: seconds below two minutes, else minutes.</summary>
    public static string Text(TimeSpan time) => time < TimeSpan.FromMinutes(2)
        ? $"{Math.Ceiling(time.TotalSeconds):0} s" : $"{Math.Round(time.TotalMinutes):0} min";
}
