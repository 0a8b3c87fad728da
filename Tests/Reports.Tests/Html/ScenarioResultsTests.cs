using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using SfPerf.Reports.Html;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Html;

/// <summary>The figures of a scenario beside the published ones.</summary>
public sealed class ScenarioResultsTests
{
    private static readonly ScenarioChart Chart = new("Average of an insert", "ms",
    [
        new("Nagle on", 44, 43.5, 44.5, 217.03), new("Nagle off", 0.43, null, null, null),
        new("<both> off", 0.41, 0.4, 0.42, 38.23),
    ]);

    [Fact]
    public void Each_bar_has_its_interval_and_the_published_figure_in_drawing_and_table()
    {
        var html = Report(Chart);
        var figure = Regex.Match(html, "(?s)<figure[^>]*aria-label=\"Average of an insert\".*?</figure>").Value;
        Assert.Equal(3, Regex.Count(figure, "<rect class=\"heat\""));
        Assert.Equal(2 * 3, Regex.Count(figure, "<line class=\"line s1\""));
        Assert.Equal(2, Regex.Count(figure, "<circle "));
        Assert.Contains("circle, published", figure, StringComparison.Ordinal);
        Assert.Contains("<th scope=\"row\">Nagle on</th><td>44</td>", figure,
            StringComparison.Ordinal);
        Assert.Contains("<td>43.5..44.5</td><td>217.03</td>", figure, StringComparison.Ordinal);
        Assert.Contains("&lt;both&gt; off", figure, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(44, 50)]
    [InlineData(217.03, 250)]
    [InlineData(0.43, 0.5)]
    [InlineData(5, 5)]
    [InlineData(0, 5)]
    public void The_axis_reaches_the_highest_value_in_five_round_steps(double highest, double end)
    {
        var html = Report(new ScenarioChart("C", "ms", [new("a", highest, null, null, null)]));
        var names = Regex.Matches(Regex.Match(html, "(?s)<svg [^>]*aria-label=\"C, ms\".*?</svg>").Value,
            "text-anchor=\"middle\">([0-9.]+)</text>").Select(m => m.Groups[1].Value).ToArray();
        Assert.Equal(6, names.Length);
        Assert.Equal(end, double.Parse(names[^1], CultureInfo.InvariantCulture));
    }

    [Fact]
    public void The_cells_of_two_factors_stand_in_rows_and_columns()
    {
        var html = Report(null, new ScenarioGrid("InProcess Split x1", ["Expect on", "Expect off"],
            [new("Nagle on", ["0.45", "44.0 [43.5..44.5], published 217.03"]), new("Nagle off", ["0.50", "-"])]));
        Assert.Matches("(?s)InProcess Split x1</summary>.*<th scope=\"row\">Nagle on</th>.*published 217.03", html);
    }

    private static string Report(ScenarioChart? chart, params ScenarioGrid[] grids)
    {
        using var folder = new TemporaryFolder();
        var results = Samples.Results();
        var path = RunFolder.Write(folder.Path, Samples.Run(results) with
        {
            Scenario = new ScenarioRecord { Rounds = 2, Charts = chart is null ? [] : [chart], Grids = grids },
        }, results);
        using var output = new StringWriter { NewLine = "\n" };
        Assert.True(HtmlReport.Write([path], [], output));
        return output.ToString();
    }
}
