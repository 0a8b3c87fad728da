using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Text;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>Represents what the windows of all rounds say.</summary>
internal sealed class InsertTable(IReadOnlyList<IReadOnlyList<ArmResult>> rounds, InsertSettings settings)
{
    private static readonly string[] Head = ["endpoint", "framing", "entities", "Nagle", "Expect100"];

    /// <summary>Gets every endpoint and cell that a window was measured of.</summary>
    public IEnumerable<(string Endpoint, InsertCell Cell)> Cells =>
        from endpoint in settings.Endpoints
        from cell in settings.Cells
        where Windows(endpoint, cell).Any()
        select (endpoint, cell);

    public void Write(TextWriter output)
    {
        var windows = new TextTable([.. Head, "Time", "count", "Avg", "P50", "80%", "90%", "95%", "Min", "Max"]);
        foreach (var (endpoint, cell) in Cells)
        {
            foreach (var phase in Windows(endpoint, cell).Select(w => w.Phase))
            {
                windows.Add([.. Row(endpoint, cell),
                    phase.StartedUtc.ToString("HH:mm:ss", CultureInfo.InvariantCulture), .. Figures(phase.Latency)]);
            }
        }

        windows.Write(output);
        output.WriteLine();
        var all = new TextTable([.. Head, "windows", "count", "Avg", "P50", "80%", "90%", "95%", "Min", "Max",
            "mean of Avg", "95 % CI", "bytes", "segments", "published"]);
        foreach (var (endpoint, cell) in Cells)
        {
            var average = Average(endpoint, cell);
            var latency = Merged(endpoint, cell);
            all.Add([.. Row(endpoint, cell), Text(Windows(endpoint, cell).Count(), "0"), .. Figures(latency),
                Text(average.Ratio, "0.000"), Expectation.Interval(average),
                Text(Counted(endpoint, cell, FigureNames.Bytes), "0"),
                Text(Counted(endpoint, cell, FigureNames.Segments), "0.00"),
                Text(PublishedInserts.Find(cell), "0.00")]);
        }

        all.Write(output);
        output.WriteLine(" Times in ms. Published: from a worker role of 2011 to Azure Table storage, mean of three "
            + "windows of ten minutes.");
    }

    /// <summary>The geometric mean of the windows' averages, in milliseconds, with its interval.</summary>
    public RatioEstimate Average(string endpoint, InsertCell cell)
    {
        double[] averages = [.. Windows(endpoint, cell).Select(Milliseconds)];
        return GeometricMean.Paired([.. averages.Select(_ => 1.0)], averages);
    }

    /// <summary>The averages of two cells of one endpoint, of the rounds that have both, in milliseconds.</summary>
    public (double[] First, double[] Second) Pairs(string endpoint, InsertCell first, InsertCell second)
    {
        (double First, double Second)[] pairs =
        [
            .. from round in rounds
               let a = Find(round, endpoint, first)
               let b = Find(round, endpoint, second)
               where a is not null && b is not null
               select (Milliseconds(a), Milliseconds(b)),
        ];
        return ([.. pairs.Select(p => p.First)], [.. pairs.Select(p => p.Second)]);
    }

    /// <summary>The mean of what the windows counted for a request; null when no window counted it.</summary>
    public double? Counted(string endpoint, InsertCell cell, string figure)
    {
        double[] values = [.. Windows(endpoint, cell).Where(w => w.Figures.ContainsKey(figure))
            .Select(w => w.Figures[figure])];
        return values.Length == 0 ? null : values.Average();
    }

    private static string[] Row(string endpoint, InsertCell cell) =>
    [
        endpoint, cell.Split ? InsertCatalogue.Split : InsertCatalogue.Coalesced, Text(cell.Entities, "0"),
        InsertCell.OnOff(cell.Nagle), InsertCell.OnOff(cell.Expect),
    ];

    private static string[] Figures(LatencyHistogram latency) =>
    [
        Text(latency.Count, "0"), Text(latency.Mean / 1e6, "0.000"), .. new[] { 50, 80, 90, 95 }
            .Select(p => Text(latency.ValueAt(p) / 1e6, "0.000")),
        Text(latency.Min / 1e6, "0.000"), Text(latency.Max / 1e6, "0.000"),
    ];

    private LatencyHistogram Merged(string endpoint, InsertCell cell)
    {
        var all = new LatencyHistogram();
        foreach (var window in Windows(endpoint, cell))
            all.Add(window.Phase.Latency);
        return all;
    }

    private IEnumerable<ArmResult> Windows(string endpoint, InsertCell cell) =>
        rounds.Select(r => Find(r, endpoint, cell)).OfType<ArmResult>();

    private static ArmResult? Find(IReadOnlyList<ArmResult> round, string endpoint, InsertCell cell) =>
        round.FirstOrDefault(r => r.Name == cell.PhaseName(endpoint));

    private static double Milliseconds(ArmResult window) => window.Phase.Latency.Mean / 1e6;

    private static string Text(double? value, string format) =>
        value?.ToString(format, CultureInfo.InvariantCulture) ?? "-";
}
