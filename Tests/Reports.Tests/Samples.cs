using System;
using System.Collections.Generic;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Tests;

/// <summary>Runs made of fixed numbers.</summary>
internal static class Samples
{
    internal static readonly DateTimeOffset Started = new(2026, 11, 21, 2, 15, 3, TimeSpan.Zero);

    internal static LatencyHistogram Histogram(int seed, int count, double medianMs = 4, double spread = 0.4)
    {
        var random = new Random(seed);
        var histogram = new LatencyHistogram();
        for (var i = 0; i < count; i++)
        {
            var normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(
                2 * Math.PI * random.NextDouble());
            histogram.Record((long)(medianMs * 1e6 * Math.Exp(spread * normal)));
        }
        return histogram;
    }

    internal static PhaseResult Phase(
        string name, OperationKind kind, int seconds = 20, int perSecond = 600, double medianMs = 4, int seed = 1)
    {
        var rows = new List<SecondRow>();
        var all = new LatencyHistogram();
        for (var s = 0; s < seconds; s++)
        {
            var row = Histogram((seed * 1000) + s, perSecond, medianMs);
            all.Add(row);
            rows.Add(new SecondRow(s, perSecond, s == 3 ? 2 : 0, row)
            {
                Errors = s == 3 ? new Dictionary<string, long> { ["Timeout"] = 2 } : [],
            });
        }
        var failed = new LatencyHistogram();
        failed.Record(1_000_000_000);
        failed.Record(2_000_000_000);
        return new PhaseResult
        {
            Name = name,
            Kind = kind,
            StartedUtc = Started.AddSeconds(kind == OperationKind.Read ? seconds : 0),
            Operations = all.Count,
            Failed = 2,
            Errors = new Dictionary<string, long> { ["Timeout"] = 2 },
            Seconds = seconds,
            Outstanding = 3,
            FirstOperation = 12_345_678,
            Latency = all,
            FailedLatency = failed,
            PerSecond = rows,
        };
    }

    internal static IReadOnlyList<PhaseResult> Results(double medianMs = 4, int perSecond = 600, int seed = 1) =>
    [
        Phase("write", OperationKind.Write, 20, perSecond, medianMs, seed),
        Phase("read", OperationKind.Read, 20, perSecond * 2, medianMs / 2, seed + 1),
    ];

    internal static RunRecord Run(IReadOnlyList<PhaseResult>? results = null, string name = "local1")
    {
        var phases = new List<PhaseRecord>();
        foreach (var result in results ?? Results())
            phases.Add(PhaseRecord.From(result));
        return new RunRecord
        {
            Name = name,
            Id = "a1b2c3",
            StartedUtc = Started,
            Parameters = RunRecord.ParametersOf(new Dictionary<string, object?>
            {
                ["NumItems"] = 2048, ["OperationDataSizeInBytes"] = 1024,
                ["TargetServiceType"] = "SfDictionary", ["ReadShare"] = 0.5, ["Strict"] = true,
            }),
            ParameterOrigins = new Dictionary<string, string> { ["NumItems"] = "default" },
            Seed = 1,
            Environment = new EnvironmentRecord
            {
                Sdk = "10.0.401", Runtime = ".NET 10.0.1", Os = "Debian GNU/Linux 12", Cpu = "AMD EPYC", Cores = 2,
                Architecture = "X64",
                Commit = "0123456789abcdef",
            },
            Cluster = new ClusterRecord { Nodes = 5, Partitions = 1, Replicas = 3, Durability = "Fsync" },
            Phases = phases,
            Command = "sfperf run Parameters/local1.json",
        };
    }
}
