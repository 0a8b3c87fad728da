using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Html;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Html;

/// <summary>What a report says of runs of each kind.</summary>
public sealed class ReportKindTests
{
    [Fact]
    public void Seconds_in_which_nothing_ended_are_a_gap_in_the_line_and_empty_columns_of_the_map()
    {
        var write = Samples.Results()[0];
        PhaseResult[] results =
        [
            write with
            {
                PerSecond = [.. write.PerSecond.Select(r => r.Second is > 4 and < 8
                    ? new SecondRow(r.Second, 0, 0, new()) : r)],
            },
        ];
        var html = Report(results);
        var latency = Section(html, "time").Split("</svg>")[0];
        Assert.Equal(6, Regex.Count(latency, "<polyline "));
        Assert.Contains("<th scope=\"row\">6</th><td>0</td><td>0</td><td>-</td><td>-</td><td>-</td>",
            Section(html, "time"), StringComparison.Ordinal);
        Assert.Matches("<th scope=\"row\">6</th>(<td>0</td>)+</tr>", Section(html, "heat"));
    }

    [Fact]
    public void Load_and_warm_up_stand_in_the_table_and_nowhere_else()
    {
        var write = Samples.Results()[0];
        var html = Report([write with { Name = "load" }, write with { Name = "write-warm-up" }, write]);
        Assert.Equal(3, Regex.Count(Section(html, "results").Split("How sure")[0], "<tr><th scope=\"row\">"));
        foreach (var section in new[] { "time", "spectrum", "heat" })
            Assert.Equal(["write"], Titles(Section(html, section)));
    }

    [Fact]
    public void The_kinds_of_a_mixed_phase_share_its_counters()
    {
        PhaseResult[] results =
            [.. Samples.Results().Select(r => r with { Name = $"mixed-{r.Kind}".ToLowerInvariant() })];
        var html = Report(results, run => run with
        {
            Counters = [.. results.SelectMany(r => new CounterSeriesRecord[]
            {
                new("sfperf", "cpu", r.Name, [1, 1, 1, 1]), new("sfperf", "gc-gen2", r.Name, [0, 1, 0, 0]),
            })],
        });
        var counters = Section(html, "counters");
        Assert.Equal(["mixed"], Titles(counters));
        // 4 s of processor time over 36,000 operations of both kinds.
        Assert.Contains("<th scope=\"row\">sfperf</th><td>4</td><td>111</td>", counters, StringComparison.Ordinal);
        Assert.Equal(1, Regex.Count(counters, "<svg "));
    }

    [Fact]
    public void An_open_loop_shows_response_beside_service_and_how_late_the_driver_was()
    {
        var write = Samples.Results()[0];
        var html = Report([write with
        {
            OfferedRate = 600, Service = Samples.Histogram(9, 12_000, 2), Lateness = Samples.Histogram(8, 12_000, 0.01),
            LateStarts = 7,
        }]);
        Assert.Contains(">response</text>", Section(html, "spectrum"), StringComparison.Ordinal);
        Assert.Contains(">service</text>", Section(html, "spectrum"), StringComparison.Ordinal);
        Assert.Matches("open, 600.0/s intended.*service p99 .* ms, driver late by 0.02. ms at p99, 7 late starts",
            Section(html, "results"));
    }

    [Fact]
    public void What_other_programs_and_collectors_did_is_shaded_and_the_shades_have_a_key()
    {
        var html = Section(Report(Samples.Results(), run => run with
        {
            Counters =
            [
                new(CounterSeriesRecord.Others, "cpu", "write", [0, 0.1, 0.5, 0.9, 0]),
                new("StatefulStore _Node_1", "gc-pause-ms", "write", [0, 60, 0]),
            ],
        }), "time").Split("<h3>")[1];
        Assert.Equal(2, Regex.Count(html, "class=\"band noise\" x"));
        Assert.Equal(2, Regex.Count(html, "class=\"band collector\" x"));
        Assert.Contains("<title>StatefulStore _Node_1</title>", html, StringComparison.Ordinal);
        Assert.Contains("other programs used more than 10 % of the processors", html, StringComparison.Ordinal);
    }

    [Fact]
    public void Failures_have_a_line_a_kind_and_a_row_a_second()
    {
        var html = Section(Report([Failing("Timeout", "NotPrimary")]), "errors").Split("<h3>")[1];
        Assert.Equal(["NotPrimary", "Timeout"],
            Regex.Matches(html, "class=\"name t[01]\">([^<]*)</text>").Select(m => m.Groups[1].Value).Order());
        Assert.Contains("<tr><th scope=\"row\">3</th><td>3</td><td>2</td><td>1</td><td>600</td></tr>", html,
            StringComparison.Ordinal);
        Assert.Contains("<tr><th scope=\"row\">7</th><td>1</td><td>1</td><td>0</td><td>600</td></tr>", html,
            StringComparison.Ordinal);
    }

    [Fact]
    public void More_kinds_of_failures_than_colours_share_the_last_line()
    {
        var html = Section(Report([Failing("A", "B", "C", "D", "E", "F", "G")]), "errors").Split("<h3>")[1];
        Assert.Equal(["A", "B", "C", "D", "E", "other kinds"],
            Regex.Matches(html, "class=\"name t[0-5]\">([^<]*)</text>").Select(m => m.Groups[1].Value).Order());
        Assert.Contains("<tr><th scope=\"row\">3</th><td>8</td><td>2</td><td>1</td><td>1</td><td>1</td><td>1</td>"
            + "<td>2</td><td>600</td></tr>", html, StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_of_an_earlier_version_has_one_line_for_all_failures()
    {
        var html = Section(Report([Failing("Timeout", "NotPrimary")], run => run with
        {
            Phases = [.. run.Phases.Select(p => p with
            {
                PerSecond = [.. p.PerSecond.Select(s => s with { Errors = null })],
            })],
        }), "errors").Split("<h3>")[1];
        Assert.Contains("<tr><th scope=\"row\">3</th><td>3</td><td>600</td></tr>", html, StringComparison.Ordinal);
    }

    [Fact]
    public void Events_are_marks_of_their_phase_and_rows_of_one_table()
    {
        EventRecord Event(double second, string text, string kind = "primary", string phase = "write") =>
            new(phase, second, text) { Kind = kind, Utc = Samples.Started.AddSeconds(second) };
        var html = Section(Report(Samples.Results(), run => run with
        {
            Events =
            [
                Event(4.9, "_Node_2 is up", "process-ready"), Event(5, "kill of it (process 7)", "kill"),
                Event(5.1, "it ended"), Event(9, "moved"),
                Event(7, "other programs", "noise"), Event(25, "in the read", phase: "read"),
                Event(41, "after all", phase: ""),
            ],
        }), "time");
        var write = html.Split("<h3>")[1];
        Assert.Equal(["kill of it (+2)", "moved"],
            Regex.Matches(write.Split("</svg>")[0], "class=\"strong ground\">([^<]*)</text>")
                .Select(m => m.Groups[1].Value));
        Assert.Equal(4, Regex.Count(write.Split("</svg>")[0], "class=\"event\""));
        Assert.Equal(["4.90", "5.00", "5.10", "7.00", "9.00", "25.00", "41.00"],
            Regex.Matches(html.Split("<h3>")[0], "<th scope=\"row\">([^<]*)</th>").Select(m => m.Groups[1].Value));
        Assert.Contains("<tr><th scope=\"row\">41.00</th><td class=\"w\">-</td><td>-</td><td class=\"w\">primary</td>"
            + "<td class=\"w\">after all</td></tr>", html, StringComparison.Ordinal);
    }

    [Fact]
    public void The_names_of_events_stand_above_the_plot_and_each_phase_has_the_processor_time_of_its_own()
    {
        var html = Report(Samples.Results(), run => run with
        {
            Noise = new NoiseRecord { Verdict = "clean", DriverCpu = 0.77 },
            Events =
            [
                new("write", 5, "killed") { Kind = "kill", Utc = Samples.Started.AddSeconds(5) },
                new("write", 15, "moved") { Kind = "move", Utc = Samples.Started.AddSeconds(15) },
            ],
            Counters =
            [
                new("sfperf", "cpu", "write", [0.4, 0.4]), new("LoadDriver _Node_0", "cpu", "write", [0.2, 0.2]),
                new("LoadDriver _Node_1", "cpu", "write", [0.1, 0.1]), new("sfperf", "cpu", "read", [1, 1]),
            ],
        });
        var chart = Section(html, "time").Split("</svg>")[0];
        var names = Regex.Matches(chart, "y=\"([0-9.]+)\"( text-anchor=\"end\")? class=\"strong ground\">")
            .Select(m => double.Parse(m.Groups[1].Value, CultureInfo.InvariantCulture)).ToArray();
        var grid = Regex.Matches(chart, "class=\"grid\" x1=\"[0-9.]+\" y1=\"([0-9.]+)\"")
            .Min(m => double.Parse(m.Groups[1].Value, CultureInfo.InvariantCulture));
        Assert.Equal(2, names.Length);
        Assert.All(names, y => Assert.True(y < grid, $"{y} is not above {grid}."));
        var rows = Section(html, "results").Split("</table>")[0];
        Assert.Matches("<th scope=\"row\">write</th>.*<td>15%</td>", rows);
        Assert.Matches("<th scope=\"row\">read</th>.*<td>50%</td>", rows);
        Assert.DoesNotContain("77%", rows, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("complete", true, "✓ clean")]
    [InlineData("complete", false, "! threshold failed")]
    [InlineData("cancelled", true, "! cancelled")]
    public void The_verdict_is_the_worst_that_is_known(string status, bool passed, string verdict)
    {
        var html = Report(Samples.Results(), run => run with
        {
            Status = status,
            Noise = new NoiseRecord { Verdict = "clean" },
            Thresholds = [new ThresholdRecord("rate > 1", 600, passed)],
        });
        Assert.Contains($">{System.Net.WebUtility.HtmlEncode(verdict)}</p>", Section(html, "verdict"),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Any_culture_makes_the_same_bytes()
    {
        var here = Report(Samples.Results());
        var before = CultureInfo.CurrentCulture;
        var comma = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        comma.NumberFormat.NumberDecimalSeparator = ",";
        comma.NumberFormat.NumberGroupSeparator = ".";
        comma.NumberFormat.NegativeSign = "~";
        try
        {
            CultureInfo.CurrentCulture = comma;
            Assert.Equal(here, Report(Samples.Results()));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    private static string Report(IReadOnlyList<PhaseResult> results, Func<RunRecord, RunRecord>? change = null)
    {
        using var folder = new TemporaryFolder();
        var run = Samples.Run(results);
        var path = RunFolder.Write(folder.Path, change?.Invoke(run) ?? run, results);
        using var output = new StringWriter { NewLine = "\n" };
        Assert.True(HtmlReport.Write([path], [], output));
        return output.ToString();
    }

    /// <summary>In second 3 one failure of each kind, and of the first kind one more, and one in second 7.</summary>
    private static PhaseResult Failing(params string[] kinds)
    {
        var write = Samples.Results()[0];
        var errors = kinds.ToDictionary(k => k, _ => 1L);
        errors[kinds[0]]++;
        return write with
        {
            Failed = kinds.Length + 2,
            Errors = new Dictionary<string, long>(errors) { [kinds[0]] = 3 },
            PerSecond = [.. write.PerSecond.Select(r => r.Second switch
            {
                3 => r with { Failed = kinds.Length + 1, Errors = errors },
                7 => r with { Failed = 1, Errors = new Dictionary<string, long> { [kinds[0]] = 1 } },
                _ => r,
            })],
        };
    }

    private static string Section(string html, string id) =>
        Regex.Match(html, $"(?s)<section id=\"{id}\".*?</section>").Value;

    private static IEnumerable<string> Titles(string section) =>
        Regex.Matches(section, "<h3>([^<]*)</h3>").Select(m => m.Groups[1].Value);
}
