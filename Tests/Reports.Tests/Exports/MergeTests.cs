using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Reports.Exports;
using Xunit;

namespace SfPerf.Reports.Tests.Exports;

public sealed class MergeTests
{
    [Fact]
    public void Merged_logs_hold_the_sum_of_each_tag()
    {
        using var folder = new TemporaryFolder();
        var log = IntervalLog.Write(Samples.Started, Samples.Results());
        var later = IntervalLog.Write(Samples.Started.AddSeconds(5), Samples.Results(seed: 7));
        using var output = new StringWriter();
        Assert.True(LogMerge.Run([folder.File("a.hlog", log), folder.File("b.hlog", later)], output));
        var lines = IntervalLog.Read(new StringReader(output.ToString())).Lines;
        Assert.Equal(24_000, lines.Single(l => l.Tag == "write").Histogram.Count);
        Assert.Equal(25, lines.Single(l => l.Tag == "write").Length, 3);
        Assert.False(LogMerge.Run([folder.File("c.hlog", "#[nothing]\n")], output));
        var e = Assert.Throws<FormatException>(() => LogMerge.Run([folder.File("d.hlog", "x\n")], output));
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
        Assert.True(LogMerge.Run([folder.File("a.hlog", first), folder.File("b.hlog", second)], merged));
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
    public void Logs_put_one_behind_the_other_are_read_as_one()
    {
        var first = IntervalLog.Write(Samples.Started, Samples.Results());
        var second = IntervalLog.Write(Samples.Started.AddSeconds(100), Samples.Results());
        var (started, lines) = IntervalLog.Read(new StringReader(first + second));
        Assert.Equal(Samples.Started, started);
        Assert.Equal(Enumerable.Range(0, 20).Concat(Enumerable.Range(100, 20)).Select(s => (double)s),
            lines.Where(l => l.Tag == "write").Select(l => l.Start));
    }
}
