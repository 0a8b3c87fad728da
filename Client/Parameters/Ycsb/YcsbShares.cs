using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Client.Parameters.Ycsb;

/// <summary>The proportions of a workload. YCSB takes them as weights, whatever their sum.</summary>
internal sealed record YcsbShares(double Reads, double Updates, double Inserts, double Scans, double ReadModifyWrites)
{
    public double Sum => Reads + Updates + Inserts + Scans + ReadModifyWrites;

    /// <summary>Gets whether they are parts of a whole as they are.</summary>
    public bool IsWhole => Math.Abs(Sum - 1) <= 1e-9;

    /// <summary>Gets each as a part of the whole, with the names of its property and of its parameter.</summary>
    public IEnumerable<(string Property, string Parameter, double Share)> Normalised =>
    [
        (YcsbNames.Reads, "ReadProportion", Reads / Sum), (YcsbNames.Updates, "UpdateProportion", Updates / Sum),
        (YcsbNames.Inserts, "InsertProportion", Inserts / Sum), (YcsbNames.Scans, RunCatalogue.Scans, Scans / Sum),
        (YcsbNames.ReadModifyWrites, "ReadModifyWriteProportion", ReadModifyWrites / Sum),
    ];

    /// <summary>Reads them with YCSB's defaults; null when one is no number.</summary>
    /// <param name="number">Returns the number that a property has or else its default; null when it is none.</param>
    public static YcsbShares? Read(Func<string, double, double?> number)
    {
        double?[] all =
        [
            number(YcsbNames.Reads, 0.95), number(YcsbNames.Updates, 0.05), number(YcsbNames.Inserts, 0),
            number(YcsbNames.Scans, 0), number(YcsbNames.ReadModifyWrites, 0),
        ];
        return all.Contains(null) ? null
            : new YcsbShares(all[0]!.Value, all[1]!.Value, all[2]!.Value, all[3]!.Value, all[4]!.Value);
    }
}
