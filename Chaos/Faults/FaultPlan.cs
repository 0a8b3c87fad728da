using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Chaos.Faults;

/// <summary>
/// Draws all faults of a run from its seed before it begins: the same seed and options give the same plan, whatever
/// the machine makes of it. Faults come alone or in bursts of up to three; between bursts the cluster may heal, or not
/// quite.
/// </summary>
public static class FaultPlan
{
    private const double QuietAtBegin = 1.5;
    private const double LongestStop = 6;
    private const double ShortestStop = 0.1;

    /// <summary>Returns the faults by time; the last one begins at least a second before the end.</summary>
    /// <param name="seed">What they are drawn from.</param>
    /// <param name="length">How long faults are injected.</param>
    /// <param name="groups">Names of <see cref="FaultGroups.Every"/>.</param>
    public static IReadOnlyList<PlannedFault> Draw(int seed, TimeSpan length, IReadOnlyCollection<string> groups)
    {
        var random = new Random(seed);
        // Each seed prefers other kinds: what is drawn evenly every time hides what only comes of many of one kind.
        var kinds = FaultGroups.Weights(groups).Select(k => (k.Kind, Weight: k.Weight * random.Next(1, 4))).ToList();
        var plan = new List<PlannedFault>();
        var end = length.TotalSeconds - 1;
        for (var at = QuietAtBegin; at < end && kinds.Count > 0; at += 0.3 + (3.2 * random.NextDouble()))
        {
            // Some bursts do not wait for the end of what the last one did: the middle of a recovery is struck, too.
            var waits = random.NextDouble() < 0.75;
            for (var burst = BurstLength(random.NextDouble()); burst > 0 && at < end; burst--)
            {
                plan.Add(new(
                    TimeSpan.FromSeconds(at), Choose(kinds, random), random.NextDouble(), Stop(random), waits));
                waits = false;
                at += 0.4 * random.NextDouble();
            }
        }

        return plan;
    }

    private static int BurstLength(double draw) => draw < 0.65 ? 1 : draw < 0.9 ? 2 : 3;

    // Short stops are as likely as long ones on a scale of powers: some are noticed, most are not.
    private static TimeSpan Stop(Random random) =>
        TimeSpan.FromSeconds(ShortestStop * Math.Pow(LongestStop / ShortestStop, random.NextDouble()));

    private static FaultKind Choose(List<(FaultKind Kind, int Weight)> kinds, Random random)
    {
        var draw = random.Next(kinds.Sum(k => k.Weight));
        foreach (var (kind, weight) in kinds)
        {
            draw -= weight;
            if (draw < 0)
                return kind;
        }

        throw new InvalidOperationException("The weights changed while they were drawn from.");
    }
}
