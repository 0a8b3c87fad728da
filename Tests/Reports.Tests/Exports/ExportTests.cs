using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.Metrics.Results;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Exports;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Exports;

public sealed class ExportTests
{
    // The programs know no culture but the invariant one, and so cannot write a Turkish or German number; whoever calls
    // the reports from a program of their own may have any.
    [Theory]
    [InlineData(ExportFormat.Csv)]
    [InlineData(ExportFormat.CsvSeconds)]
    [InlineData(ExportFormat.Bdn)]
    [InlineData(ExportFormat.Go)]
    [InlineData(ExportFormat.Gbench)]
    [InlineData(ExportFormat.Ycsb)]
    [InlineData(ExportFormat.Hgrm)]
    [InlineData(ExportFormat.CustomBiggerIsBetter)]
    [InlineData(ExportFormat.CustomSmallerIsBetter)]
    public void An_export_is_its_golden_file_in_any_culture(ExportFormat format)
    {
        using var folder = new TemporaryFolder();
        var golden = Path.Combine(AppContext.BaseDirectory, "Golden", $"export.{format.ToString().ToLowerInvariant()}");
        var before = CultureInfo.CurrentCulture;
        var comma = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        comma.NumberFormat.NumberDecimalSeparator = ",";
        comma.NumberFormat.NegativeSign = "~";
        try
        {
            CultureInfo.CurrentCulture = comma;
            var text = Export(folder, format);
            if (Environment.GetEnvironmentVariable("SFPERF_WRITE_GOLDEN") is { Length: > 0 } source)
                File.WriteAllText(Path.Combine(source, Path.GetFileName(golden)), text);
            Assert.Equal(File.ReadAllText(golden), text);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void Exported_logs_are_those_of_the_run()
    {
        using var folder = new TemporaryFolder();
        var text = Export(folder, ExportFormat.Hlog);
        Assert.Equal(IntervalLog.Write(Samples.Started, Samples.Results()), text);
    }

    [Fact]
    public void A_run_without_its_log_exports_one_interval_a_phase()
    {
        using var folder = new TemporaryFolder();
        var path = RunFolder.Write(folder.Path, Samples.Run(), []);
        var lines = IntervalLog.Read(new StringReader(Export([path], ExportFormat.Hlog))).Lines;
        Assert.Equal([("write", 12_000L), ("read", 24_000L)], lines.Select(l => (l.Tag!, l.Histogram.Count)));
    }

    [Fact]
    public void The_logs_of_several_runs_become_one_on_one_time_axis()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [SaveAt(folder, 100, "b"), SaveAt(folder, 0, "a")];
        var (started, lines) = IntervalLog.Read(new StringReader(Export(paths, ExportFormat.Hlog)));
        Assert.Equal(Samples.Started, started);
        Assert.Equal(Enumerable.Range(0, 20).Concat(Enumerable.Range(100, 20)).Select(s => (double)s),
            lines.Where(l => l.Tag == "write").Select(l => Math.Round(l.Start, 3)));
    }

    [Theory]
    [InlineData(ExportFormat.Hlog)]
    [InlineData(ExportFormat.Hgrm)]
    [InlineData(ExportFormat.Csv)]
    [InlineData(ExportFormat.Go)]
    [InlineData(ExportFormat.Ycsb)]
    public void One_phase_is_exported_alone(ExportFormat format)
    {
        using var folder = new TemporaryFolder();
        string[] paths = [SaveAt(folder, 0, "a")];
        var whole = Export(paths, format);
        var read = Export(paths, format, "read");
        Assert.DoesNotContain("write", read, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("UPDATE", read, StringComparison.Ordinal);
        Assert.InRange(read.Length, whole.Length / 4, whole.Length * 3 / 4);
        using var none = new StringWriter();
        Assert.False(RunExport.Run(paths, format, none, "delete"));
        Assert.Equal("", none.ToString());
    }

    [Fact]
    public void Runs_under_other_loads_are_benchmarks_of_their_own()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [SaveAt(folder, 0, "a"), SaveAt(folder, 10, "b"), SaveAt(folder, 20, "c", outstanding: 6)];
        using var json = JsonDocument.Parse(Export(paths, ExportFormat.Bdn));
        Assert.Equal(
            [("SfPerf.local1.write(outstanding=3, size=1024)", 2), ("SfPerf.local1.read(outstanding=3, size=1024)", 2),
                ("SfPerf.local1.write(outstanding=6, size=1024)", 1),
                ("SfPerf.local1.read(outstanding=6, size=1024)", 1)],
            json.RootElement.GetProperty("Benchmarks").EnumerateArray().Select(b =>
                (b.GetProperty("FullName").GetString()!, b.GetProperty("Statistics").GetProperty("N").GetInt32())));
    }

    [Fact]
    public void What_varies_between_the_runs_is_part_of_the_name_and_what_does_not_is_not()
    {
        using var folder = new TemporaryFolder();
        string[] alike = [SaveAt(folder, 0, "a", replicas: "3"), SaveAt(folder, 10, "b", replicas: "3")];
        Assert.DoesNotContain("TargetReplicas", Export(alike, ExportFormat.Gbench), StringComparison.Ordinal);
        string[] others = [.. alike, SaveAt(folder, 20, "c", replicas: "5")];
        var text = Export(others, ExportFormat.Gbench);
        Assert.Contains("\"SfPerf/write/outstanding:3/size:1024/TargetReplicas:3\"", text, StringComparison.Ordinal);
        Assert.Contains("\"SfPerf/write/outstanding:3/size:1024/TargetReplicas:5\"", text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_versions_of_each_run_stand_before_its_lines_in_Gos_text()
    {
        using var folder = new TemporaryFolder();
        var one = Samples.Run() with { Id = "1", Labels = new Dictionary<string, string> { ["Side A"] = "x y" } };
        var two = Samples.Run() with { Id = "2", Environment = one.Environment with { Sdk = "11.0.100", Cpu = null } };
        var text = Export([RunFolder.Write(folder.Path, one, []), RunFolder.Write(folder.Path, two, [])],
            ExportFormat.Go, "write");
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(3).Select(l => l.Split(' ')[0]);
        Assert.Equal(
            ["cpu:", "sdk:", "runtime:", "commit:", "durability:", "label-side_a:",
                "BenchmarkLocal1/op=write/outstanding=3/size=1024/Side_A=x_y-2",
                "cpu:", "sdk:", "label-side_a:", "BenchmarkLocal1/op=write/outstanding=3/size=1024-2"], lines);
        Assert.Contains("cpu: unknown\nsdk: 11.0.100\nlabel-side_a: unknown\n", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ExportFormat.Ycsb)]
    [InlineData(ExportFormat.Go)]
    [InlineData(ExportFormat.Hgrm)]
    public void Load_and_warm_up_are_no_results(ExportFormat format)
    {
        using var folder = new TemporaryFolder();
        var run = Samples.Run();
        var more = run with
        {
            Phases = [run.Phases[0] with { Name = "load" }, run.Phases[0] with { Name = "mixed-warm-up-write" },
                .. run.Phases],
        };
        Assert.Equal(Export([RunFolder.Write(folder.Path, run with { Id = "1" }, [])], format),
            Export([RunFolder.Write(folder.Path, more with { Id = "2" }, [])], format));
    }

    [Fact]
    public async Task Googles_compare_finds_the_probability_our_U_test_finds()
    {
        var script = Foreign.CompareScript;
        using var folder = new TemporaryFolder();
        var random = new Random(4);
        double[] a = [.. Enumerable.Range(0, 12).Select(_ => 4 + random.NextDouble())];
        double[] b = [.. Enumerable.Range(0, 12).Select(_ => 4.4 + random.NextDouble())];
        var (before, after) = (Save(folder, "a", a), Save(folder, "b", b));
        var result = Path.Combine(folder.Path, "result.json");
        await Foreign.RunAsync("/usr/bin/python3", script, "-d", result, "benchmarks", before, after);
        using var json = JsonDocument.Parse(await File.ReadAllTextAsync(result));
        var test = json.RootElement.EnumerateArray()
            .First(e => e.GetProperty("utest").ValueKind == JsonValueKind.Object
                && e.GetProperty("utest").TryGetProperty("time_pvalue", out _)).GetProperty("utest");
        Assert.Equal(MannWhitney.Test(a, b).P, test.GetProperty("time_pvalue").GetDouble(), 3);
    }

    private static string SaveAt(
        TemporaryFolder folder, int second, string id, int outstanding = 3, string? replicas = null)
    {
        PhaseResult[] results = [.. Samples.Results().Select(r =>
            r with { StartedUtc = r.StartedUtc.AddSeconds(second), Outstanding = outstanding })];
        var run = Samples.Run(results) with { Id = id, StartedUtc = Samples.Started.AddSeconds(second) };
        if (replicas is not null)
        {
            run = run with
            {
                Parameters = RunRecord.ParametersOf([.. run.Parameters.Select(p =>
                    KeyValuePair.Create(p.Key, (object?)p.Value)), KeyValuePair.Create("TargetReplicas",
                        (object?)replicas)]),
            };
        }

        return RunFolder.Write(folder.Path, run, results);
    }

    private static string Save(TemporaryFolder folder, string name, double[] means)
    {
        var write = Samples.Run().Phases[0];
        var paths = means.Select((mean, i) => RunFolder.Write(Path.Combine(folder.Path, name), Samples.Run() with
        {
            Id = $"{i:000}",
            Phases = [write with { Steady = null, LatencyMs = new LatencyRecord { Mean = mean } }],
        }, [])).ToArray();
        return folder.File(name + ".json", Export(paths, ExportFormat.Gbench));
    }

    private static string Export(TemporaryFolder folder, ExportFormat format)
    {
        var results = Samples.Results();
        return Export([RunFolder.Write(folder.Path, Samples.Run(results), results)], format);
    }

    private static string Export(IReadOnlyList<string> paths, ExportFormat format, string? phase = null)
    {
        using var output = new StringWriter { NewLine = "\n" };
        Assert.True(RunExport.Run(paths, format, output, phase));
        return output.ToString();
    }
}
