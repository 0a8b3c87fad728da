using System;
using System.Collections.Generic;
using SfPerf.Platform;

namespace SfPerf.Client.Parameters.Ycsb;

/// <summary>The properties of YCSB's core workload and of its client.</summary>
internal static class YcsbNames
{
    public const string Workload = "workload";
    public const string Records = "recordcount";
    public const string Operations = "operationcount";
    public const string Threads = "threadcount";
    public const string Target = "target";
    public const string Seconds = "maxexecutiontime";
    public const string Fields = "fieldcount";
    public const string FieldLength = "fieldlength";
    public const string FieldLengths = "fieldlengthdistribution";
    public const string ReadAll = "readallfields";
    public const string WriteAll = "writeallfields";
    public const string Reads = "readproportion";
    public const string Updates = "updateproportion";
    public const string Inserts = "insertproportion";
    public const string Scans = "scanproportion";
    public const string ReadModifyWrites = "readmodifywriteproportion";
    public const string Keys = "requestdistribution";
    public const string HotData = "hotspotdatafraction";
    public const string HotOperations = "hotspotopnfraction";
    public const string ScanLengthMin = "minscanlength";
    public const string ScanLength = "maxscanlength";
    public const string ScanLengths = "scanlengthdistribution";
    public const string InsertOrder = "insertorder";
    public const string InsertStart = "insertstart";
    public const string InsertCount = "insertcount";
    public const string Verify = "dataintegrity";
    public const string Transactions = "dotransactions";

    /// <summary>The names that decide what is measured.</summary>
    public static IReadOnlySet<string> Used { get; } = new HashSet<string>
    {
        Workload, Records, Operations, Threads, Target, Seconds, Fields, FieldLength, FieldLengths, ReadAll, WriteAll,
        Reads, Updates, Inserts, Scans, ReadModifyWrites, Keys, HotData, HotOperations, ScanLengthMin, ScanLength,
        ScanLengths, InsertOrder, InsertStart, InsertCount, Verify, Transactions,
    };

    /// <summary>Names about YCSB's own output, bindings and retries.</summary>
    private static readonly HashSet<string> Others =
    [
        "table", "columnfamily", "fieldnameprefix", "zeropadding", "minfieldlength", "fieldlengthhistogram",
        "readallfieldsbyname", "core_workload_insertion_retry_limit", "core_workload_insertion_retry_interval",
        "core_workload_insertion_keep_going_on_error", "db", "exporter", "exportfile", "status", "label",
        "measurementtype", "reportlatencyforeacherror", "latencytrackederrors", "maxscanrate", "scanoptimelimit",
        "discardscannedrecord",
    ];

    /// <summary>Returns whether YCSB, a binding or a measurement of it knows a name that means nothing here; those of
    /// bindings and measurements have a dot.</summary>
    public static bool IsOther(string name) =>
        Others.Contains(name) || (name.Contains('.', StringComparison.Ordinal) && !Used.Contains(name));

    /// <summary>Returns whether YCSB knows a name.</summary>
    public static bool Know(string name) => Used.Contains(name) || IsOther(name);

    /// <summary>Returns the text to append about an unknown name: the nearest known one, if any.</summary>
    public static string DidYouMean(string name) =>
        Suggestion.Nearest(name, [.. Used, .. Others]) is { } near ? $" Did you mean {near}?" : "";
}
