using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Xml.Linq;
using SfPerf.Platform;
using SfPerf.Reports.Html.Charts;
using Xunit;

namespace SfPerf.Reports.Tests.Html;

public sealed class LineChartTests
{
    private const double LetterWidth = 6.2;

    // A single line has no name: the plot is from 64 to 748.
    private const double Middle = 406;

    [Fact]
    public void No_line_of_an_event_crosses_the_name_of_another_in_its_half()
    {
        var chart = Chart(i => $"node {i} was killed by hand");
        var (lines, names) = (Lines(chart), Names(chart));
        Assert.Equal((8, 8), (lines.Count, names.Count));
        foreach (var (from, to, y, isRight) in names)
            Assert.DoesNotContain(lines, l => l.X > from && l.X < to && l.Top < y && l.X > Middle == isRight);
    }

    [Fact]
    public void Every_name_has_a_row_of_its_own_and_a_ground_that_hides_what_lies_below()
    {
        var chart = Chart(_ => new string('m', 40));
        Assert.Equal(8, Names(chart).Select(n => n.Y).Distinct().Count());
        Assert.All(Texts(chart), t => Assert.Contains("ground", (string?)t.Attribute("class")));
        // Lines are drawn first.
        var marks = chart.Descendants().Where(e => IsEvent(e) || Texts(chart).Contains(e)).ToList();
        Assert.True(marks.FindLastIndex(IsEvent) < marks.FindIndex(e => e.Name.LocalName == "text"));
    }

    [Fact]
    public void Names_on_the_axis_do_not_cover_each_other()
    {
        double[] rates = [7333, 10_999, 11_915, 12_832, 14_666, 15_582, 16_499, 18_332, 21_999, 29_332];
        var chart = BoundedXml.Parse(Encoding.UTF8.GetBytes(
            new LineChart("t", "x", "y", [new Series("a", [.. rates.Select(r => (r, r))])])
            {
                XTicks = [.. rates.Select(r => (r, r.ToString("N0", CultureInfo.InvariantCulture)))], LogX = true,
            }.Draw())).Root!;
        (double From, double To)[] names = [.. chart.Descendants()
            .Where(e => e.Name.LocalName == "text" && rates.Any(r => e.Value == r.ToString("N0",
                CultureInfo.InvariantCulture))).Select(e => (Number(e, "x") - (e.Value.Length * LetterWidth / 2),
                Number(e, "x") + (e.Value.Length * LetterWidth / 2)))];
        Assert.InRange(names.Length, 5, rates.Length);
        Assert.All(names.Zip(names.Skip(1)), pair => Assert.True(pair.First.To < pair.Second.From));
    }

    private static XElement Chart(Func<int, string> name) => BoundedXml.Parse(Encoding.UTF8.GetBytes(
        new LineChart("t", "x", "y", [new Series("a", [(0, 1), (60, 2)])])
        {
            Marks = [.. Enumerable.Range(0, 8).Select(i => new Mark(3 + (i * 7), name(i)))], Span = [0, 60],
        }.Draw())).Root!;

    private static List<(double X, double Top)> Lines(XElement chart) =>
        [.. chart.Descendants().Where(IsEvent).Select(e => (Number(e, "x1"), Number(e, "y1")))];

    private static List<(double From, double To, double Y, bool IsRight)> Names(XElement chart) =>
    [.. Texts(chart).Select(t =>
    {
        var (at, length) = (Number(t, "x"), t.Value.Length * LetterWidth);
        var isEnd = (string?)t.Attribute("text-anchor") == "end";
        return (isEnd ? at - length : at, isEnd ? at : at + length, Number(t, "y"), isEnd);
    })];

    private static IEnumerable<XElement> Texts(XElement chart) => chart.Descendants().Where(e =>
        e.Name.LocalName == "text" && ((string?)e.Attribute("class"))?.Contains("strong") == true);

    private static bool IsEvent(XElement element) => (string?)element.Attribute("class") == "event";

    private static double Number(XElement element, string name) =>
        double.Parse(element.Attribute(name)!.Value, CultureInfo.InvariantCulture);
}
