using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Html;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Html;

public sealed class HtmlReportTests
{
    private static readonly string[] Sections =
    [
        "verdict", "results", "time", "spectrum", "heat", "load", "errors", "counters", "comparison", "environment",
        "reproduce",
    ];

    [Fact]
    public void All_eleven_sections_are_there_in_order()
    {
        using var folder = new TemporaryFolder();
        var html = Report([Save(folder, "a")], []);
        Assert.Equal(Sections, Regex.Matches(html, "<section id=\"([a-z]+)\"").Select(m => m.Groups[1].Value));
        Assert.Equal(11, Regex.Count(html, "</section>"));
    }

    [Fact]
    public void The_same_runs_make_the_same_bytes()
    {
        using var folder = new TemporaryFolder();
        var path = Save(folder, "a");
        Assert.Equal(Report([path], []), Report([path], []));
    }

    [Fact]
    public void Nothing_is_asked_of_the_network_and_nothing_is_run()
    {
        using var folder = new TemporaryFolder();
        var html = Report([Save(folder, "a")], [Save(folder, "b")]);
        Assert.DoesNotMatch("https?://|<script|<iframe|@import| src=", html);
        Assert.All(Regex.Matches(html, "href=\"([^\"]*)\"").Select(m => m.Groups[1].Value),
            href => Assert.True(href.StartsWith("data:", StringComparison.Ordinal)
                || (href[0] == '#' && Sections.Contains(href[1..])), href));
    }

    [Fact]
    public void Every_chart_has_a_name_and_every_figure_its_table_nearby()
    {
        using var folder = new TemporaryFolder();
        var html = Report([Save(folder, "a", 1, 1), Save(folder, "b", 2, 2), Save(folder, "c", 4, 3)],
            [Save(folder, "d")]);
        Assert.Equal(Regex.Count(html, "<svg "), Regex.Count(html, "role=\"img\" aria-label=\"[^\"]+\""));
        Assert.All(Regex.Matches(html, "(?s)<figure.*?</figure>").Select(m => m.Value), figure =>
        {
            Assert.Contains("<svg ", figure, StringComparison.Ordinal);
            Assert.Contains("<tbody>\n<tr>", figure, StringComparison.Ordinal);
        });
        Assert.InRange(Regex.Count(html, "<figure"), 8, 100);
        Assert.Equal(Regex.Count(html, "<svg "), Regex.Matches(html, "(?s)<figure.*?</figure>")
            .Sum(m => Regex.Count(m.Value, "<svg ")));
        Assert.Contains("90 % of the highest rate", html, StringComparison.Ordinal);
        Assert.Contains("warm-up", Report([Save(folder, "e", warmUp: true)], []), StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_user_named_is_text_and_not_markup()
    {
        using var folder = new TemporaryFolder();
        var run = Samples.Run(name: "<img src=x onerror=alert(1)>") with { Command = "\"><script>alert(1)</script>" };
        var html = Report([RunFolder.Write(folder.Path, run, [])], []);
        Assert.DoesNotContain("<img", html, StringComparison.Ordinal);
        Assert.DoesNotContain("<script", html, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_browser_shows_it_without_an_error()
    {
        var browser = Foreign.Need("/usr/bin/chromium", "chromium");
        using var folder = new TemporaryFolder();
        var path = folder.File("report.html", Report([Save(folder, "a")], [Save(folder, "b")]));
        var shot = Path.Combine(folder.Path, "report.png");
        var (output, errors) = await Foreign.RunBothAsync(browser, "--headless", "--no-sandbox", "--disable-gpu",
            $"--user-data-dir={Path.Combine(folder.Path, "profile")}", "--enable-logging=stderr",
            "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=2000", "--dump-dom", path);
        Assert.DoesNotContain("CONSOLE", errors, StringComparison.Ordinal);
        foreach (var section in Sections)
            Assert.Contains($"<section id=\"{section}\"", output, StringComparison.Ordinal);
        await Foreign.RunBothAsync(browser, "--headless", "--no-sandbox", "--disable-gpu",
            $"--user-data-dir={Path.Combine(folder.Path, "profile")}", "--window-size=1000,2600",
                $"--screenshot={shot}",
            path);
        Assert.True(new FileInfo(shot).Length > 20_000);
        if (Environment.GetEnvironmentVariable("SFPERF_WRITE_SCREENSHOT") is { Length: > 0 } target)
            File.Copy(shot, target, overwrite: true);
    }

    private static string Report(IReadOnlyList<string> runs, IReadOnlyList<string> before)
    {
        using var output = new StringWriter { NewLine = "\n" };
        Assert.True(HtmlReport.Write(runs, before, output));
        return output.ToString();
    }

    private static string Save(TemporaryFolder folder, string id, int outstanding = 3, double speed = 1, bool warmUp =
        false)
    {
        var results = Samples.Results(4 / speed, (int)(600 * speed)).Select(r => r with { Outstanding = outstanding })
            .ToList();
        if (warmUp)
            results[0] = WarmingUp(results[0]);
        var run = Samples.Run(results) with
        {
            Id = id,
            Noise = new NoiseRecord { Verdict = "clean", DriverCpu = 0.31 },
            Counters =
            [
                new("driver", "cpu", "write", [.. Enumerable.Range(0, 20).Select(i => 0.3 + (i % 3 * 0.05))]),
                new("primary", "cpu", "write", [.. Enumerable.Range(0, 20).Select(i => 0.8 + (i % 4 * 0.05))]),
            ],
            Events = [new("write", 3, "primary killed")],
        };
        return RunFolder.Write(folder.Path, run, results);
    }

    private static PhaseResult WarmingUp(PhaseResult result) => result with
    {
        PerSecond = [.. result.PerSecond.Select(r => r.Second < 4 ? r with { Operations = r.Operations / 4 } : r)],
    };
}
