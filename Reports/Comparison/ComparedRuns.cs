using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>The two groups of runs that a request names.</summary>
/// <param name="Before">The base runs.</param>
/// <param name="After">The runs in question.</param>
/// <param name="Skipped">What lies in the folders and could not be read.</param>
public sealed record ComparedRuns(
    IReadOnlyList<RunRecord> Before, IReadOnlyList<RunRecord> After, IReadOnlyList<string> Skipped)
{
    /// <summary>Gets whether they are the two sides of runs that <c>ab</c> made: those may do different work.</summary>
    public bool AreSides => Before.Concat(After).All(r => r.Labels?.ContainsKey("side") == true);

    /// <summary>Reads the runs of a request. Without new runs, the base runs are parted into the sides of an
    /// <c>ab</c>.</summary>
    /// <exception cref="RunFormatException">A path that the request names is no run and no folder of runs.</exception>
    /// <exception cref="FormatException">There are no new runs, and the base runs have no two sides.</exception>
    public static ComparedRuns Load(CompareRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        var skipped = new List<string>();
        var before = Read(request.Before, skipped);
        if (request.After.Count > 0)
            return new ComparedRuns(before, Read(request.After, skipped), skipped);
        var (a, b) = AbSides.Of(before);
        return a.Count > 0 && b.Count > 0 ? new ComparedRuns(a, b, skipped)
            : throw new FormatException($"{string.Join(", ", request.Before)}: NEW is missing, the runs to compare "
                + "these with. Only a folder that ab saved holds both.");
    }

    /// <summary>Returns the request as it holds for these runs. The two sides of an <c>ab</c> may do different work,
    /// and each has a folder of its own in the one that was named.</summary>
    public CompareRequest Asked(CompareRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (!AreSides)
            return request;
        request = request with { AllowsDifferentWork = true };
        return request is not { After: [], Before: [var folder] } ? request : request with
        {
            Before = [Path.Combine(folder, AbSides.Base)],
            After = [Path.Combine(folder, AbSides.New)],
        };
    }

    /// <summary>Compares them as a request asks.</summary>
    public RunComparison Compare(CompareRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        return RunComparison.Of(Before, After, request.Delta, request.Alpha, request.Metrics);
    }

    private static List<RunRecord> Read(IReadOnlyList<string> paths, List<string> skipped)
    {
        var runs = new List<RunRecord>();
        foreach (var path in paths)
        {
            if (!RunFolder.IsGroup(path))
            {
                // It was named itself: without it the comparison would be another one.
                runs.Add(RunFolder.Read(path));
                continue;
            }

            var (found, refused) = RunFolder.ReadAll(path);
            runs.AddRange(found.Select(r => r.Run));
            skipped.AddRange(refused.Select(e => e.Message));
        }
        return runs;
    }
}
