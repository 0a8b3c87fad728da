using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Reports.Runs;

/// <summary>Describes how far a run had come that had not ended.</summary>
public sealed record UnderWayRecord
{
    /// <summary>Gets when this was so.</summary>
    public required DateTimeOffset WrittenUtc { get; init; }

    /// <summary>Gets the phase that was under way; null between phases and while preparing.</summary>
    public string? Phase { get; init; }

    /// <summary>Gets how long it had been.</summary>
    public double Seconds { get; init; }

    /// <summary>Gets the operations it was to make.</summary>
    public long Total { get; init; }

    /// <summary>Gets the successes so far, by the name of their result.</summary>
    public IReadOnlyDictionary<string, long> Operations { get; init; } = new Dictionary<string, long>();

    /// <summary>Gets the failures so far, by kind.</summary>
    public IReadOnlyDictionary<string, long> Errors { get; init; } = new Dictionary<string, long>();

    /// <summary>All of it in a phrase.</summary>
    public override string ToString()
    {
        var where = Phase is null ? "between phases" : string.Create(CultureInfo.InvariantCulture,
            $"{Seconds:0.0} s into phase {Phase}, {Operations.Values.Sum()} of {Total} operations made, "
            + $"{Errors.Values.Sum()} failed");
        return $"last written {WrittenUtc.UtcDateTime.ToString("u", CultureInfo.InvariantCulture)}, {where}";
    }
}
