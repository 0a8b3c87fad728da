using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace SfPerf.DevCluster.Rest;

/// <summary>Represents one route: a method, a path, and the first version of the interface that has it.</summary>
/// <param name="Method">The HTTP method.</param>
/// <param name="Path">The segments of the path; one in braces is a parameter, which takes all segments up to the next
/// <c>$</c> or the end, because an id may hold slashes.</param>
/// <param name="Since">The first version.</param>
/// <param name="Handle">Answers.</param>
internal sealed record RestRoute(string Method, string[] Path, decimal Since, Func<RestCall, Task> Handle)
{
    private const string Delimiter = "$";

    internal static RestRoute Of(string method, string path, decimal since, Func<RestCall, Task> handle) =>
        new(method, path.Split('/', StringSplitOptions.RemoveEmptyEntries), since, handle);

    /// <summary>Returns the parameters of a path; null where the path is another route's.</summary>
    internal Dictionary<string, string>? Match(IReadOnlyList<string> segments)
    {
        var values = new Dictionary<string, string>();
        var at = 0;
        foreach (var expected in Path)
        {
            if (expected[0] != '{')
            {
                // As Service Fabric's gateway compares them.
                if (at == segments.Count || !expected.Equals(segments[at], StringComparison.OrdinalIgnoreCase))
                    return null;
                at++;
                continue;
            }
            var start = at;
            while (at < segments.Count && segments[at] != Delimiter)
                at++;
            if (at == start)
                return null;
            var parts = new string[at - start];
            for (var i = 0; i < parts.Length; i++)
                parts[i] = segments[start + i];
            values.Add(expected[1..^1], string.Join('/', parts));
        }
        return at == segments.Count ? values : null;
    }
}
