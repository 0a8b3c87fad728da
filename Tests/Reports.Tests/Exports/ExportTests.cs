using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
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
    [InlineData(ExportFormat.Bdn)]
    [InlineData(ExportFormat.Go)]
    [InlineData(ExportFormat.Gbench)]
    [InlineData(ExportFormat.Ycsb)]
    [InlineData(ExportFormat.Hgrm)]
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
        using var output = new StringWriter();
        Assert.Equal(0, ExportCommand.Run([path], ExportFormat.Hlog, output));
        var lines = IntervalLog.Read(new StringReader(output.ToString())).Lines;
        Assert.Equal([("write", 12_000L), ("read", 24_000L)], lines.Select(l => (l.Tag!, l.Histogram.Count)));
    }

    [Fact]
    public void Merged_logs_hold_the_sum_of_each_tag()
    {
        using var folder = new TemporaryFolder();
        var log = IntervalLog.Write(Samples.Started, Samples.Results());
        var later = IntervalLog.Write(Samples.Started.AddSeconds(5), Samples.Results(seed: 7));
        using var output = new StringWriter();
        Assert.Equal(0, ExportCommand.Merge([folder.File("a.hlog", log), folder.File("b.hlog", later)], output));
        var lines = IntervalLog.Read(new StringReader(output.ToString())).Lines;
        Assert.Equal(24_000, lines.Single(l => l.Tag == "write").Histogram.Count);
        Assert.Equal(25, lines.Single(l => l.Tag == "write").Length, 3);
        Assert.Equal(3, ExportCommand.Merge([folder.File("c.hlog", "#[nothing]\n")], output));
        var e = Assert.Throws<FormatException>(() => ExportCommand.Merge([folder.File("d.hlog", "x\n")], output));
        Assert.Contains("d.hlog: Line 1", e.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("write")]
    [InlineData("read")]
    public async Task Merged_logs_hold_what_Java_adds_up(string tag)
    {
        var jar = Foreign.HdrJar;
        using var folder = new TemporaryFolder();
        var first = IntervalLog.Write(Samples.Started, Samples.Results());
        var second = IntervalLog.Write(Samples.Started.AddSeconds(5), Samples.Results(seed: 7));
        using var merged = new StringWriter();
        Assert.Equal(0, ExportCommand.Merge([folder.File("a.hlog", first), folder.File("b.hlog", second)], merged));
        // Java adds all intervals of one log: here every interval of both.
        var both = folder.File("both.hlog",
            first + string.Join('\n', second.Split('\n').Where(l => l.StartsWith("Tag=", StringComparison.Ordinal)))
            + "\n");
        Assert.Equal(await JavaAsync(jar, both, tag),
            await JavaAsync(jar, folder.File("merged.hlog", merged.ToString()), tag));
    }

    private static async Task<string> JavaAsync(string jar, string log, string tag)
    {
        var output = await Foreign.RunAsync(
            "java", "-cp", jar, "org.HdrHistogram.HistogramLogProcessor", "-i", log, "-tag", tag);
        return output[output.IndexOf("       Value", StringComparison.Ordinal)..];
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

    private static string Save(TemporaryFolder folder, string name, double[] means)
    {
        var write = Samples.Run().Phases[0];
        var paths = means.Select((mean, i) => RunFolder.Write(Path.Combine(folder.Path, name), Samples.Run() with
        {
            Id = $"{i:000}",
            Phases = [write with { Steady = null, LatencyMs = new LatencyRecord { Mean = mean } }],
        }, [])).ToArray();
        using var output = new StringWriter();
        ExportCommand.Run(paths, ExportFormat.Gbench, output);
        return folder.File(name + ".json", output.ToString());
    }

    private static string Export(TemporaryFolder folder, ExportFormat format)
    {
        var results = Samples.Results();
        IReadOnlyList<string> paths = [RunFolder.Write(folder.Path, Samples.Run(results), results)];
        using var output = new StringWriter { NewLine = "\n" };
        Assert.Equal(0, ExportCommand.Run(paths, format, output));
        return output.ToString();
    }
}
