using System.Collections.Generic;
using SfPerf.Workload;

namespace SfPerf.Client.Parameters;

/// <summary>
/// Defines what each value of the parameter Workload sets, unless something stronger does: YCSB's core workloads.
/// </summary>
internal static class WorkloadPresets
{
    public const string WriteThenRead = "WriteThenRead";
    public const string Mixed = "Mixed";

    /// <summary>Values of other parameters, by the value of Workload.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> All { get; } =
        new Dictionary<string, IReadOnlyDictionary<string, string>>
        {
            [WriteThenRead] = new Dictionary<string, string>(),
            [Mixed] = new Dictionary<string, string>(),
            ["YcsbA"] = Ycsb(KeyChoice.Zipfian, read: "0.5", update: "0.5"),
            ["YcsbB"] = Ycsb(KeyChoice.Zipfian, read: "0.95", update: "0.05"),
            ["YcsbC"] = Ycsb(KeyChoice.Zipfian, read: "1"),
            ["YcsbD"] = Ycsb(KeyChoice.Latest, read: "0.95", insert: "0.05"),
            ["YcsbE"] = Ycsb(KeyChoice.Zipfian, insert: "0.05", scan: "0.95"),
            ["YcsbF"] = Ycsb(KeyChoice.Zipfian, read: "0.5", readModifyWrite: "0.5"),
        };

    public static IReadOnlyList<string> Names => [.. All.Keys];

    private static Dictionary<string, string> Ycsb(KeyChoice keys, string read = "0", string update = "0",
        string insert = "0", string readModifyWrite = "0", string scan = "0") => new()
        {
            ["KeyDistribution"] = keys.ToString(), ["ReadProportion"] = read, ["UpdateProportion"] = update,
            ["InsertProportion"] = insert, ["ReadModifyWriteProportion"] = readModifyWrite,
            [RunCatalogue.Scans] = scan,
        };
}
