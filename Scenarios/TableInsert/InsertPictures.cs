using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>The figures as the report shows them.</summary>
internal static class InsertPictures
{
    /// <summary>For each shape of requests a bar for every cell.</summary>
    public static IReadOnlyList<ScenarioChart> Charts(InsertTable table) =>
    [
        .. table.Cells.GroupBy(c => c.Cell.Shape).Select(shape => new ScenarioChart(
            $"Average of an insert, {shape.Key}", "ms",
            [.. shape.Select(c => Bar(table.Average(c.Endpoint, c.Cell), c.Endpoint, c.Cell))])),
    ];

    /// <summary>For each server and shape of requests the two factors of the article.</summary>
    public static IReadOnlyList<ScenarioGrid> Grids(InsertTable table) =>
    [
        .. from measured in table.Cells
           group measured.Cell by (measured.Endpoint, measured.Cell.Shape) into shape
           let expects = shape.Select(c => c.Expect).Distinct().ToArray()
           select new ScenarioGrid($"{shape.Key.Endpoint} {shape.Key.Shape}: average ms of an insert [95 % interval]",
               [.. expects.Select(e => $"Expect100Continue {InsertCell.OnOff(e)}")],
               [.. shape.GroupBy(c => c.Nagle).Select(nagle => new ScenarioGridRow(
                   $"UseNagleAlgorithm {InsertCell.OnOff(nagle.Key)}",
                   [.. expects.Select(e => nagle.FirstOrDefault(c => c.Expect == e) is { } cell
                       ? Text(table.Average(shape.Key.Endpoint, cell), PublishedInserts.Find(cell)) : "-")]))]),
    ];

    private static ScenarioBar Bar(RatioEstimate average, string endpoint, InsertCell cell)
    {
        var known = double.IsFinite(average.High);
        return new ScenarioBar(
            $"{endpoint} Nagle {InsertCell.OnOff(cell.Nagle)} Expect {InsertCell.OnOff(cell.Expect)}", average.Ratio,
            known ? average.Low : null, known ? average.High : null, PublishedInserts.Find(cell));
    }

    private static string Text(RatioEstimate average, double? published) => Expectation.Text(average)
        + (published is { } figure ? string.Create(CultureInfo.InvariantCulture, $", published {figure:0.00}") : "");
}
