using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Results;

namespace SfPerf.Workload;

/// <summary>Specifies how large a share of a phase's operations is of each kind; the shares add up to 1.</summary>
public sealed record OperationShares
{
    private const double Slack = 1e-9;
    private readonly (OperationKind Kind, double Share)[] _shares;

    /// <summary>Makes the shares.</summary>
    /// <param name="read">Reads of items.</param>
    /// <param name="update">Writes of items that exist.</param>
    /// <param name="insert">Writes of items that do not exist yet.</param>
    /// <param name="readModifyWrite">A read and then a write of one item, measured as one operation, as YCSB
    /// does.</param>
    /// <param name="scan">Reads of items whose keys follow each other.</param>
    /// <exception cref="ArgumentException">One is negative, or they do not add up to 1.</exception>
    public OperationShares(double read, double update, double insert = 0, double readModifyWrite = 0,
        double scan = 0)
    {
        (OperationKind Kind, double Share)[] all =
        [
            (OperationKind.Read, read), (OperationKind.Write, update), (OperationKind.Insert, insert),
            (OperationKind.ReadModifyWrite, readModifyWrite), (OperationKind.Scan, scan),
        ];
        if (!(all.Min(s => s.Share) >= 0) || !(Math.Abs(all.Sum(s => s.Share) - 1) <= Slack))
        {
            throw new ArgumentException(
                $"The shares {string.Join(", ", all.Select(s => s.Share))} are no parts of 1.");
        }

        _shares = [.. all.Where(s => s.Share > 0)];
    }

    /// <summary>Writes only.</summary>
    public static OperationShares Writes { get; } = new(0, 1);

    /// <summary>Reads only.</summary>
    public static OperationShares Reads { get; } = new(1, 0);

    /// <summary>Gets the kinds that have a share.</summary>
    public IEnumerable<OperationKind> Kinds => _shares.Select(s => s.Kind);

    /// <summary>Gets whether there are several kinds.</summary>
    public bool IsMixed => _shares.Length > 1;

    /// <summary>Returns the share of a kind.</summary>
    public double Of(OperationKind kind) => _shares.FirstOrDefault(s => s.Kind == kind).Share;

    /// <summary>The kind for <paramref name="u"/>, evenly from 0 to less than 1.</summary>
    internal OperationKind Choose(double u)
    {
        foreach (var (kind, share) in _shares)
        {
            if (u < share)
                return kind;
            u -= share;
        }

        return _shares[^1].Kind;
    }
}
