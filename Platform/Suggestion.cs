using System;
using System.Collections.Generic;

namespace SfPerf.Platform;

/// <summary>Finds the name that a mistyped one was probably meant to be.</summary>
public static class Suggestion
{
    /// <summary>Returns the candidate nearest in edits, case aside; null when none is near.</summary>
    public static string? Nearest(string text, IEnumerable<string> candidates)
    {
        ArgumentNullException.ThrowIfNull(text);
        ArgumentNullException.ThrowIfNull(candidates);
        string? best = null;
        var bestDistance = int.MaxValue;
        foreach (var candidate in candidates)
        {
            var distance = Distance(text.ToUpperInvariant(), candidate.ToUpperInvariant());
            if (distance < bestDistance)
                (best, bestDistance) = (candidate, distance);
        }

        return best is not null && bestDistance <= Math.Max(2, Math.Max(text.Length, best.Length) / 3) ? best : null;
    }

    /// <summary>Returns sentences for a message: what is allowed, and which of it was probably meant.</summary>
    public static string For(string wrong, IReadOnlyCollection<string> allowed)
    {
        ArgumentNullException.ThrowIfNull(allowed);
        if (allowed.Count == 0)
            return "Nothing is allowed here.";
        var hint = Nearest(wrong, allowed) is { } nearest ? $" Did you mean '{nearest}'?" : "";
        return $"Allowed: {string.Join(", ", allowed)}.{hint}";
    }

    // Levenshtein: insertions, deletions and replacements, one row at a time.
    internal static int Distance(string a, string b)
    {
        var row = new int[b.Length + 1];
        for (var j = 0; j <= b.Length; j++)
            row[j] = j;
        for (var i = 1; i <= a.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var above = row[j];
                row[j] = Math.Min(Math.Min(above, row[j - 1]) + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1));
                diagonal = above;
            }
        }

        return row[b.Length];
    }
}
