using System;
using System.IO;
using System.Text.RegularExpressions;
using SfPerf.Reports.Html;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;
using Xunit;

namespace SfPerf.Reports.Tests.Html;

public sealed class FailoverSectionTests
{
    [Fact]
    public void The_tables_have_every_figure_with_its_unit()
    {
        using var output = new StringWriter { NewLine = "\n" };
        FailoverTable.Write(FailoverSamples.Record(), output);
        Assert.Equal(
            """
             event         events  outage ms, median  longest  quiet ms, longest  all replicas back s, median  longest
             kill-primary       2                185      250               7.00                         1.25     2.00
             move-primary       1               12.5     12.5               6.00                         1.25     2.00

             latency ms    p50 before  during  after  p99 before  during  after  max before  during  after
             kill-primary        1.00    40.0   2.00        1.00    40.0   2.00        1.00    40.0   2.00
             move-primary        1.00    40.0   2.00        1.00    40.0   2.00        1.00    40.0   2.00

            """, output.ToString().Replace("  errors\n", "\n", StringComparison.Ordinal)
            .Replace("  FabricNotPrimary 1,200, Timeout 3\n", "\n", StringComparison.Ordinal));
        Assert.Equal(2, Regex.Count(output.ToString(), "  FabricNotPrimary 1,200, Timeout 3\n"));
    }

    [Fact]
    public void A_run_is_read_as_it_was_written()
    {
        using var folder = new TemporaryFolder();
        var run = FailoverSamples.Run();
        var read = RunFolder.Read(RunFolder.Write(folder.Path, run, []));
        Assert.Equal(RunFolder.ToJson(run), RunFolder.ToJson(read));
        Assert.Equal([10, 10, 0, 5, 10, 11], read.Failover!.Events[1].Strip.Successes);
    }

    [Fact]
    public void The_report_has_outages_verdicts_and_a_strip_for_each_event()
    {
        var section = Report(FailoverSamples.Run()).Split("<section id=\"failover\"")[1].Split("</section>")[0];
        Assert.Contains("<th scope=\"row\">kill-primary</th><td>2</td><td>185</td><td>250</td>", section,
            StringComparison.Ordinal);
        Assert.Contains("kill-primary: confirmed: kill-primary is short.", section, StringComparison.Ordinal);
        Assert.Equal(2, Regex.Count(section, "<svg "));
        Assert.Contains("aria-label=\"Successes about kill-primary\"", section, StringComparison.Ordinal);
        // Of six intervals of each of two events one is empty and one half full; those of 10 and 11 successes are full.
        var strips = section.Split("</svg>")[0];
        Assert.Equal(2, Regex.Count(strips, "<path class=\"heat\" opacity=\"0.6\""));
        Assert.Equal(2, Regex.Count(strips, "<path class=\"heat\" opacity=\"1\""));
        Assert.Equal(10, Regex.Count(strips, "M[0-9.]+ [0-9.]+h"));
        Assert.Contains(">120 ms</text>", strips, StringComparison.Ordinal);
        Assert.Contains(">250 ms</text>", strips, StringComparison.Ordinal);
        Assert.Contains("<th scope=\"row\">2</th><td>-20</td><td>10</td><td>10 10 0 5 10 11</td>", section,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_report_of_runs_without_faults_has_no_such_section()
    {
        var html = Report(Samples.Run());
        Assert.DoesNotContain("Injected faults", html, StringComparison.Ordinal);
        Assert.Contains("href=\"#failover\">Injected faults</a>", Report(FailoverSamples.Run()),
            StringComparison.Ordinal);
    }

    private static string Report(RunRecord run)
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter { NewLine = "\n" };
        Assert.True(HtmlReport.Write([RunFolder.Write(folder.Path, run, [])], [], output));
        return output.ToString();
    }
}
