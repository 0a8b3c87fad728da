using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Html;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Html;

/// <summary>Reports of many runs.</summary>
public sealed class ManyRunTests
{
    [Fact]
    public void The_sides_of_ab_are_compared_without_being_told_and_noisy_blocks_count_once()
    {
        using var folder = new TemporaryFolder();
        var paths = new List<string>();
        for (var pair = 0; pair < 8; pair++)
        {
            foreach (var side in new[] { "a", "b" })
            {
                // The block of the first pair that was noisy, five times as slow, was measured again.
                if (pair == 0 && side == "b")
                    paths.Add(Save(folder, paths.Count, speed: 0.2, Labels(pair, side)));
                paths.Add(Save(folder, paths.Count, side == "a" ? 1 : 1.3, Labels(pair, side)));
            }
        }

        var html = Report(paths);
        Assert.Matches("<p class=\"verdict good\">✓ Better: (write|read) [a-z0-9/ ]+ [+-][0-9.]+ %, [^;]*; "
            + "[0-9]+ more figures? improved.</p>", WebUtility.HtmlDecode(html));
        // What was asked comes first: the comparison, then the distributions of both sides in one chart.
        Assert.Equal(["verdict", "comparison", "spectrum", "results"],
            Regex.Matches(html, "<section id=\"([a-z]+)\"").Select(m => m.Groups[1].Value).Take(4));
        Assert.Equal(["A", "B"], Names(Section(html, "spectrum").Split("</svg>")[0]));
        // No median is over both sides.
        Assert.Equal(["write, A", "read, A", "write, B", "read, B"],
            Regex.Matches(Section(html, "results").Split("</table>")[0], "<th scope=\"row\">([^<]*)<")
                .Select(m => m.Groups[1].Value));
        // Seconds are drawn of both sides.
        Assert.Equal(2, Regex.Matches(Section(html, "time"), "<h3>([^<]*) A, write</h3>").Count);
        Assert.Equal(2, Regex.Matches(Section(html, "time"), "<h3>([^<]*) B, write</h3>").Count);
        Assert.Contains("<th scope=\"row\">write ops/s</th><td>600.0</td><td>780.0</td><td>1.3</td>", html,
            StringComparison.Ordinal);
        Assert.DoesNotContain("over 17 runs</h3>", html, StringComparison.Ordinal);
    }

    [Fact]
    public void What_an_operation_costs_more_stands_beside_the_comparison()
    {
        using var folder = new TemporaryFolder();
        var paths = new List<string>();
        for (var pair = 0; pair < 8; pair++)
        {
            foreach (var (side, bytes) in new[] { ("a", 1e6), ("b", 3e6) })
            {
                paths.Add(Save(folder, paths.Count, 1, Labels(pair, side), change: r => r with
                {
                    Counters = [new("StatefulStore _Node_1", "allocated-bytes", "write", [bytes, bytes])],
                }));
            }
        }

        Assert.Matches("<th scope=\"row\">write</th><td class=\"w\">StatefulStore</td>"
            + "<td class=\"w\">bytes allocated</td><td>[0-9.]+</td><td>[0-9.]+</td><td>3</td>",
            Section(Report(paths), "comparison"));
    }

    [Fact]
    public void The_history_of_runs_marks_where_a_figure_changed_and_what_changed_with_it()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [.. Enumerable.Range(0, 20).Select(i => Save(folder, i, i < 12 ? 1 + (i % 3 * 0.002) : 0.8,
            change: r => r with { Environment = r.Environment with { Sdk = i < 12 ? "10.0.401" : "11.0.100" } }))];
        var html = Section(Report(paths), "comparison");
        Assert.Contains("ops/s is worse from run 13 (012) on", html, StringComparison.Ordinal);
        Assert.Contains("There changed: environment.sdk 10.0.401 to 11.0.100.", html, StringComparison.Ordinal);
        Assert.Contains("-20.2%</text>", html, StringComparison.Ordinal);
        Assert.Contains("11.0.100, .NET 10.0.1, 0123456</th><td class=\"w\">write</td><td>8</td><td>480.0</td>", html,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_of_another_parameter_draws_a_curve_for_each_load()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [.. from size in new[] { 128, 1024, 8192 } from load in new[] { 1, 4 }
            select Save(folder, (size * 10) + load, load * 100.0 / size, new()
            {
                ["sweep"] = $"OperationDataSizeInBytes={size} NumOutstandingWriteOperations={load}",
            }, load)];
        var titles = Regex.Matches(Section(Report(paths), "load"), "<h3>([^<]*)</h3>").Select(m => m.Groups[1].Value);
        Assert.Equal(["write, outstanding operations", "write, OperationDataSizeInBytes",
            "read, outstanding operations", "read, OperationDataSizeInBytes"], titles);
    }

    [Fact]
    public void Tries_of_a_capacity_are_drawn_against_the_intended_rate()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [.. new[] { 100, 200, 400 }.Select(rate => Save(folder, rate, 1, new()
        {
            ["capacity"] = $"{rate}",
        }, change: r => r with { Phases = [r.Phases[0] with { OfferedRate = rate }] }))];
        var load = Section(Report(paths), "load");
        Assert.Contains("<h3>write, operations intended a second</h3>", load, StringComparison.Ordinal);
        Assert.Contains(">intended</text>", load, StringComparison.Ordinal);
    }

    [Fact]
    public void A_search_opens_with_its_outcome_and_its_curve()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [.. new[] { 100, 200, 400 }.Select(rate => Save(folder, rate, rate == 400 ? 0.1 : 1, new()
        {
            ["capacity"] = $"{rate}",
        }, change: r => r with
        {
            Phases = [r.Phases[0] with { OfferedRate = rate, Failed = 0, Errors = new Dictionary<string, long>(),
                PerSecond = [], Seconds = 20 }],
            Parameters = RunRecord.ParametersOf([new("Slo", "write:avg < 6ms"), new("PhaseSecondsMax", 20)]),
        }))];
        var html = Report(paths);
        Assert.Contains("write:avg < 6ms: kept at 200 operations a second, broken at 400.</p>",
            WebUtility.HtmlDecode(html), StringComparison.Ordinal);
        Assert.Equal(["verdict", "load", "results"],
            Regex.Matches(html, "<section id=\"([a-z]+)\"").Select(m => m.Groups[1].Value).Take(3));
    }

    [Fact]
    public void A_sweep_opens_with_its_best_and_its_worst_point()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [.. new[] { 1, 2, 4 }.Select(n => Save(folder, n, n, new() { ["sweep"] = $"NumItems={n}" }))];
        var html = Report(paths);
        Assert.Contains("Write: 2,400 ops/s at NumItems=4, 600.0 at NumItems=1. Read: ",
            WebUtility.HtmlDecode(html), StringComparison.Ordinal);
        Assert.Equal(["verdict", "load", "results"],
            Regex.Matches(html, "<section id=\"([a-z]+)\"").Select(m => m.Groups[1].Value).Take(3));
    }

    [Fact]
    public async Task A_page_of_long_names_is_no_wider_than_a_telephone()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [.. new[] { 32, 128 }.Select(n => Save(folder, n, n, new()
        {
            ["sweep"] = $"CheckpointThresholdInMB={n} MaxPrimaryReplicationQueueMemorySize={n}00000",
        }))];
        Assert.Equal(400, (await LayOutAsync(folder, Report(paths))).Page);
    }

    [Fact]
    public async Task No_name_of_a_line_is_cut_off_on_a_telephone()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [Save(folder, 1, 1, change: r => r with
        {
            Counters = [.. new[] { "StatefulStore _Node_1 #2", "StatefulStore _Node_2" }
                .Select(process => new CounterSeriesRecord(process, "cpu", "write", [0.5, 0.6]))],
        })];
        // The page keeps a margin.
        Assert.InRange((await LayOutAsync(folder, Report(paths))).Text, 300, 391);
    }

    [Fact]
    public void The_axis_of_the_ratios_holds_every_interval()
    {
        using var folder = new TemporaryFolder();
        var paths = new List<string>();
        for (var pair = 0; pair < 8; pair++)
        {
            foreach (var side in new[] { "a", "b" })
                paths.Add(Save(folder, paths.Count, (side == "a" ? 1 : 40) * (1 + (pair * 0.01)), Labels(pair, side)));
        }

        var plot = Section(Report(paths), "comparison").Split("</svg>")[0];
        var ends = Regex.Matches(plot, "class=\"line s0\" x1=\"([0-9.]+)\" y1=\"[0-9.]+\" x2=\"([0-9.]+)\"")
            .SelectMany(m => new[] { m.Groups[1].Value, m.Groups[2].Value })
            .Select(v => double.Parse(v, CultureInfo.InvariantCulture)).ToArray();
        Assert.Equal(16, ends.Length);
        // The plot lies between 190 and 640; what was beyond the axis was drawn at its end.
        Assert.All(ends, e => Assert.InRange(e, 191, 639));
        Assert.Contains(">20</text>", plot, StringComparison.Ordinal);
    }

    [Fact]
    public void A_hundred_runs_make_a_page_of_bounded_size_and_only_the_drawn_ones_are_read_whole()
    {
        using var folder = new TemporaryFolder();
        var results = Samples.Results();
        string[] paths = [.. Enumerable.Range(0, 100).Select(i => RunFolder.Write(folder.Path, Samples.Run(results) with
        {
            Id = $"{i:000}", StartedUtc = Samples.Started.AddMinutes(i),
        }, i is 0 or 99 ? results : []))];
        File.WriteAllText(Path.Combine(paths[0], RunFolder.LogFileName), "this is no log");
        var began = Stopwatch.GetTimestamp();
        var html = Report(paths);
        TestContext.Current.TestOutputHelper?.WriteLine($"{html.Length} bytes in {Stopwatch.GetElapsedTime(began)}");
        Assert.InRange(html.Length, 100_000, 1_500_000);
        Assert.Contains("of the last 4 of 100 runs", html, StringComparison.Ordinal);
        Assert.Equal(4, Regex.Count(html, "<a download="));
        File.WriteAllText(Path.Combine(paths[99], RunFolder.LogFileName), "this is no log");
        Assert.Contains("latency.hlog", Assert.Throws<RunFormatException>(() => Report(paths)).Message,
            StringComparison.Ordinal);
    }

    private static Dictionary<string, string> Labels(int pair, string side) =>
        new() { ["pair"] = $"{pair}", ["side"] = side };

    private static string Save(TemporaryFolder folder, int number, double speed,
        Dictionary<string, string>? labels = null, int outstanding = 3, Func<RunRecord, RunRecord>? change = null)
    {
        PhaseResult[] results = [.. Samples.Results(4 / speed, 600).Select(r => r with { Outstanding = outstanding })];
        var run = Samples.Run(results);
        run = run with
        {
            Id = $"{number:000}",
            StartedUtc = Samples.Started.AddMinutes(number),
            Labels = labels,
            // The rate follows the speed; drawing as many values would only take time.
            Phases = [.. run.Phases.Select(p => p with { Steady = null, OpsPerSecond = p.OpsPerSecond * speed })],
        };
        return RunFolder.Write(folder.Path, change?.Invoke(run) ?? run, []);
    }

    private static string Report(IReadOnlyList<string> paths)
    {
        using var output = new StringWriter { NewLine = "\n" };
        Assert.True(HtmlReport.Write(paths, [], output));
        return output.ToString();
    }

    // The names of lines at their ends.
    // The widths in pixels that a browser lays out in a frame of 400: of the page, and to the end of the last text. The
    // frame holds the report as its own document, so that the page around it may read them.
    private static async Task<(double Page, double Text)> LayOutAsync(TemporaryFolder folder, string report)
    {
        var browser = Foreign.Need("/usr/bin/chromium", "chromium");
        var page = folder.File("page.html", $$"""
            <!doctype html><meta charset="utf-8">
            <iframe style="border: 0; width: 400px; height: 800px"></iframe><script>
            const frame = document.querySelector("iframe");
            frame.onload = () => {
              const inner = frame.contentDocument;
              const page = inner.documentElement.scrollWidth;
              const ends = [...inner.querySelectorAll("svg text")].map(t => t.getBoundingClientRect().right);
              document.body.append(`laid out ${page} and ${Math.ceil(Math.max(...ends))}.`);
            };
            frame.srcdoc = {{JsonSerializer.Serialize(report)}};
            </script>
            """);
        var (output, _) = await Foreign.RunBothAsync(browser, "--headless", "--no-sandbox", "--disable-gpu",
            "--hide-scrollbars", $"--user-data-dir={Path.Combine(folder.Path, "profile")}",
            "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=2000", "--dump-dom", page);
        var widths = Regex.Match(output, "laid out ([0-9]+) and ([0-9]+)\\.");
        Assert.True(widths.Success, output);
        return (Width(1), Width(2));

        double Width(int group) => double.Parse(widths.Groups[group].Value, CultureInfo.InvariantCulture);
    }

    private static IEnumerable<string> Names(string chart) =>
        Regex.Matches(chart, "class=\"name t[0-5]\">([^<]*)</text>").Select(m => m.Groups[1].Value).Order();

    private static string Section(string html, string id) =>
        Regex.Match(html, $"(?s)<section id=\"{id}\".*?</section>").Value;
}
