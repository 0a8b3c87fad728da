using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Commands.Parameters;
using SfPerf.Workload;

namespace SfPerf.Client.Parameters.Ycsb;

/// <summary>Reads a workload file of YCSB: its properties become the parameters that do the same, and YCSB's defaults
/// hold for those it leaves out. What cannot be done is a problem, what is done otherwise a note.</summary>
internal sealed partial class YcsbFile
{
    private const string Extension = ".properties";
    private const string Core = "site.ycsb.workloads.CoreWorkload";

    // Its name before version 0.15.
    private const string OldCore = "com.yahoo.ycsb.workloads.CoreWorkload";

    private readonly string _path;
    private readonly FileContent _content;
    private readonly Dictionary<string, JavaProperty> _given = [];

    private YcsbFile(string path, FileContent content) => (_path, _content) = (path, content);

    /// <summary>Returns whether a file looks like properties: by its name, or by its first line.</summary>
    public static bool Is(string path, string text)
    {
        if (Path.GetExtension(path).Equals(Extension, StringComparison.OrdinalIgnoreCase))
            return true;
        var start = text.AsSpan().TrimStart();
        return start is ['#' or '!', ..] || (start is [>= 'a' and <= 'z', ..]
            && JavaProperties.Parse(text).First() is { Value.Length: > 0, Name: var name } && YcsbNames.Know(name));
    }

    /// <summary>Adds what a file says to <paramref name="content"/>.</summary>
    public static void Read(string path, string text, FileContent content) =>
        new YcsbFile(path, content).ReadAll([.. JavaProperties.Parse(text)]);

    private void ReadAll(IReadOnlyList<JavaProperty> properties)
    {
        // One problem is enough: another workload has properties of its own.
        if (properties.FirstOrDefault(p => p.Name == YcsbNames.Workload) is { } workload
            && workload.Value is not (Core or OldCore))
        {
            Fail(workload, $"not possible; allowed: {Core}.");
            return;
        }

        string[] others = [.. properties.Where(p => !Keep(p)).Select(p => p.Name).Distinct()];
        Put("Workload", WorkloadPresets.Mixed, OriginOf(YcsbNames.Workload));
        Only(YcsbNames.Transactions, "true", "a run loads the records and then measures");
        ReadTotals();
        Take(YcsbNames.Threads, "NumOutstandingMixedOperations", "1");
        if (Take(YcsbNames.Target, "MixedRatePerSecond") is not (null or "0"))
        {
            Note(YcsbNames.Target, "operations start at this rate, whether or not earlier ones have ended; YCSB's "
                + "threads wait for theirs.");
        }

        Take(YcsbNames.Verify, "VerifyReads");
        ReadKeys();
        var shares = YcsbShares.Read(Number);
        ReadShares(shares);
        ReadRecords(isUpdated: shares is { Updates: > 0 } or { ReadModifyWrites: > 0 });
        if (others.Length > 0)
            Note(null, $"without meaning here: {string.Join(", ", others)}.");
    }

    // Returns false for a name that is YCSB's and means nothing here.
    private bool Keep(JavaProperty property)
    {
        if (YcsbNames.IsOther(property.Name))
            return false;
        if (!YcsbNames.Used.Contains(property.Name))
            Fail(property, "unknown property of YCSB." + YcsbNames.DidYouMean(property.Name));
        else if (!_given.TryAdd(property.Name, property))
            Fail(property, $"set twice; first on line {_given[property.Name].Line}.");
        return true;
    }

    private void ReadTotals()
    {
        // Every operation is one of the mixed phase.
        Put("NumWriteOperationsTotal", "0", Default);
        Put("NumReadOperationsTotal", "0", Default);
        var isTimed = Take(YcsbNames.Seconds, "PhaseSecondsMax") is not (null or "0");
        if (isTimed && Text(YcsbNames.Operations) is null or "0")
        {
            Put(RunCatalogue.MixedTotal, Invariant(Definition(RunCatalogue.MixedTotal).Maximum),
                OriginOf(YcsbNames.Seconds));
        }
        else if (Require(YcsbNames.Operations, RunCatalogue.MixedTotal) == "0")
        {
            Fail(Find(YcsbNames.Operations)!, $"nothing to measure; allowed: at least 1, or {YcsbNames.Seconds}.");
        }
    }

    private void ReadKeys()
    {
        string[] names = [.. Enum.GetNames<KeyChoice>().Where(n => n != nameof(KeyChoice.Single))
            .Select(n => n.ToLowerInvariant())];
        var keys = Text(YcsbNames.Keys) ?? "uniform";
        if (Check(YcsbNames.Keys, Define.Choice(YcsbNames.Keys, names, "", "")))
            Put("KeyDistribution", Enum.Parse<KeyChoice>(keys, ignoreCase: true).ToString(), OriginOf(YcsbNames.Keys));
        if (keys != "hotspot")
            return;
        Only(YcsbNames.HotData, "0.2");
        Only(YcsbNames.HotOperations, "0.8");
    }

    private void ReadShares(YcsbShares? shares)
    {
        if (shares is null)
            return;
        if (shares.Sum <= 0)
        {
            Fail(YcsbNames.Reads, "the proportions are all 0; allowed: one above 0.");
            return;
        }

        foreach (var (property, parameter, share) in shares.Normalised)
            Put(parameter, shares.IsWhole ? Text(property) ?? Invariant(share) : Invariant(share), OriginOf(property));
        if (!shares.IsWhole)
            Note(null, "the proportions do not add up to 1: each is taken as its part of their sum, as YCSB does.");
        if (shares.Scans <= 0)
            return;
        Take(YcsbNames.ScanLength, RunCatalogue.ScanLength, "1000");
        Only(YcsbNames.ScanLengthMin, "1");
        Only(YcsbNames.ScanLengths, "uniform");
    }

    private void ReadRecords(bool isUpdated)
    {
        var records = Require(YcsbNames.Records, "NumItems");
        Only(YcsbNames.InsertStart, "0", "every record is loaded");
        if (records is not null)
            Only(YcsbNames.InsertCount, records, "every record is loaded");
        Only(YcsbNames.InsertOrder, "hashed", "keys are spread at random");
        Only(YcsbNames.FieldLengths, "constant", "OperationDataSizeDistribution of a JSON file draws whole records");
        if (Count(YcsbNames.Fields, 10) is not { } fields || Count(YcsbNames.FieldLength, 100) is not { } length)
            return;
        var origin = Find(YcsbNames.FieldLength) is null ? YcsbNames.Fields : YcsbNames.FieldLength;
        var bytes = fields * length;
        if (bytes is < RunCatalogue.OperationDataSizeMinimum or > RunCatalogue.OperationDataSizeMaximum)
        {
            Fail(origin, $"makes records of {Invariant(bytes)} bytes, {YcsbNames.Fields} x {YcsbNames.FieldLength}; "
                + $"allowed: {RunCatalogue.OperationDataSizeMinimum} to {RunCatalogue.OperationDataSizeMaximum}.");
        }
        else
        {
            Put("OperationDataSizeInBytes", Invariant(bytes), OriginOf(origin));
        }

        if (fields == 1)
            return;
        Only(YcsbNames.ReadAll, "true", "a record is read whole");
        if (isUpdated && Text(YcsbNames.WriteAll) != "true")
        {
            Note(YcsbNames.WriteAll, $"an update writes the whole record of {Invariant(bytes)} bytes, as YCSB's does "
                + $"when this is true; else YCSB's writes one field of {Invariant(length)}.");
        }
    }
}
