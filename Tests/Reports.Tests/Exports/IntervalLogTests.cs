using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Metrics.Histograms;
using SfPerf.Reports.Exports;
using Xunit;

namespace SfPerf.Reports.Tests.Exports;

public sealed class IntervalLogTests
{
    [Fact]
    public void A_log_comes_back_with_its_times_tags_and_counts()
    {
        var text = IntervalLog.Write(Samples.Started, Samples.Results());
        var (started, lines) = IntervalLog.Read(new StringReader(text));
        Assert.Equal(Samples.Started, started);
        Assert.Equal(12_000, Sum(lines, "write").Count);
        Assert.Equal(24_000, Sum(lines, "read").Count);
        Assert.Equal(2, Sum(lines, "write.err").Count);
        Assert.Equal([0d, 20d], new[] { "write", "read" }.Select(t => lines.First(l => l.Tag == t).Start));
    }

    [Fact]
    public void A_log_has_the_header_of_format_1_3()
    {
        var lines = IntervalLog.Write(Samples.Started, [new IntervalLogLine("a b,c", 1.5, 1, Samples.Histogram(1, 5))])
            .Split('\n');
        Assert.Equal("#[Histogram log format version 1.3]", lines[1]);
        Assert.Equal("#[StartTime: 1795227303.000 (seconds since epoch), Sat Nov 21 02:15:03 UTC 2026]", lines[2]);
        Assert.Equal("#[BaseTime: 1795227303.000 (seconds since epoch)]", lines[3]);
        Assert.StartsWith("Tag=a_b_c,1.500,1.000,", lines[5], StringComparison.Ordinal);
        Assert.Contains(",HISTFAAA", lines[5], StringComparison.Ordinal);
    }

    [Fact]
    public void A_bad_line_is_named()
    {
        var text = IntervalLog.Write(Samples.Started, Samples.Results());
        var e = Assert.Throws<FormatException>(() => IntervalLog.Read(new StringReader(text + "1,2,3\n")));
        Assert.StartsWith("Line ", e.Message, StringComparison.Ordinal);
        Assert.Throws<FormatException>(() => IntervalLog.Read(new StringReader(text[..^20])));
    }

    [Theory]
    [InlineData("write")]
    [InlineData("read")]
    public async Task Java_reads_the_log_and_prints_the_percentiles_we_print(string tag)
    {
        var jar = Foreign.HdrJar;
        using var folder = new TemporaryFolder();
        var log = folder.File("latency.hlog", IntervalLog.Write(Samples.Started, Samples.Results()));
        var output = await Foreign.RunAsync("java", "-cp", jar, "org.HdrHistogram.HistogramLogProcessor",
            "-i", log, "-tag", tag);
        var table = output[output.IndexOf("       Value", StringComparison.Ordinal)..];
        Assert.Equal(PercentileText.Write(Read(log, tag)), table);
    }

    [Fact]
    public async Task Java_lists_our_tags()
    {
        var jar = Foreign.HdrJar;
        using var folder = new TemporaryFolder();
        var log = folder.File("latency.hlog", IntervalLog.Write(Samples.Started, Samples.Results()));
        var output = await Foreign.RunAsync("java", "-cp", jar, "org.HdrHistogram.HistogramLogProcessor",
            "-i", log, "-listtags");
        foreach (var tag in new[] { "write", "read", "write.err", "read.err" })
            Assert.Contains(tag, output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task JavaScript_reads_the_log_and_prints_the_percentiles_we_print()
    {
        var module = Foreign.HdrJs;
        using var folder = new TemporaryFolder();
        var log = folder.File("latency.hlog", IntervalLog.Write(Samples.Started, Samples.Results()));
        var script = folder.File("read.js", $$"""
            const hdr = require({{System.Text.Json.JsonSerializer.Serialize(module)}});
            const reader = new hdr.HistogramLogReader(require("fs").readFileSync(process.argv[2], "utf8"));
            const all = hdr.build({ lowestDiscernibleValue: 1, highestTrackableValue: 24 * 3600e9,
                numberOfSignificantValueDigits: 3 });
            for (let h; (h = reader.nextIntervalHistogram()) != null;) if (h.tag === "write") all.add(h);
            process.stdout.write(all.outputPercentileDistribution(5, 1e6));
            """);
        var output = await Foreign.RunAsync("node", script, log);
        Assert.Equal(PercentileText.Write(Read(log, "write")), output);
    }

    private static LatencyHistogram Read(string log, string tag)
    {
        using var reader = File.OpenText(log);
        return Sum(IntervalLog.Read(reader).Lines, tag);
    }

    private static LatencyHistogram Sum(System.Collections.Generic.IEnumerable<IntervalLogLine> lines, string tag)
    {
        var sum = new LatencyHistogram();
        foreach (var line in lines.Where(l => l.Tag == tag))
            sum.Add(line.Histogram);
        return sum;
    }
}
