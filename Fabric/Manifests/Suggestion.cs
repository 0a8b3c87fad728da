using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Manifests;

/// <summary>Words for a wrong name: what is allowed, and which of it was probably meant.</summary>
internal static class Suggestion
{
    private const int DistanceMax = 3;

    internal static string For(string wrong, IReadOnlyCollection<string> allowed)
    {
        if (allowed.Count == 0) return "Nothing is allowed here.";
        var nearest = allowed.MinBy(a => Distance(a, wrong))!;
        var hint = Distance(nearest, wrong) <= DistanceMax ? $" Did you mean '{nearest}'?" : "";
        return $"Allowed: {string.Join(", ", allowed)}.{hint}";
    }

    private static int Distance(string a, string b)
    {
        var row = Enumerable.Range(0, b.Length + 1).ToArray();
        for (var i = 1; i <= a.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var replace = diagonal + (char.ToUpperInvariant(a[i - 1]) == char.ToUpperInvariant(b[j - 1]) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(replace, Math.Min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.Length];
    }
}
