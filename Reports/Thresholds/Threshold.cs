using System;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using SfPerf.Metrics.Histograms;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Thresholds;

/// <summary>A bound on a figure of a run, after k6: <c>write:p(99) &lt; 20ms</c>, <c>read:rate &gt;= 5000</c>,
/// <c>errors &lt; 0.1%</c>. Aggregations: avg, min, max, med, p(N), count, rate (successes a second), errors (share of
/// failures). Times and shares have a unit, but for 0. Without a phase it must hold for every measured phase.</summary>
public sealed partial record Threshold
{
    private const string NothingMeasured = "nothing measured";

    private Threshold(string text, string? phase, string figure, double percentile, string comparison, double bound) =>
        (Text, Phase, Figure, Percentile, Comparison, Bound) = (text, phase, figure, percentile, comparison, bound);

    /// <summary>Gets the expression as it was written.</summary>
    public string Text { get; }

    /// <summary>Gets the phase; null for all.</summary>
    public string? Phase { get; }

    /// <summary>Gets the aggregation.</summary>
    public string Figure { get; }

    /// <summary>Gets the bound in milliseconds, operations a second, a count, or a share.</summary>
    public double Bound { get; }

    /// <summary>Gets whether the figure is a time, in milliseconds.</summary>
    public bool IsTime => Figure is not ("count" or "rate" or "errors");

    /// <summary>Gets how many operations a phase must have for its figure to be told: a percentile needs ten values
    /// above it.</summary>
    public long OperationsMin => Figure != "p" || Percentile >= 100 ? 1
        : (long)Math.Ceiling(LatencyRecord.CarriedBy / (1 - (Percentile / 100)));

    private double Percentile { get; }

    private string Comparison { get; }

    /// <summary>Reads an expression.</summary>
    /// <exception cref="FormatException">It is not of the grammar; the message says what is.</exception>
    public static Threshold Parse(string text)
    {
        var match = Grammar().Match(text ?? "");
        if (!match.Success)
        {
            throw new FormatException($"'{text}' is no threshold; write for example write:p(99) < 20ms, rate > 5000, "
                + "errors < 0.1%. Aggregations: avg, min, max, med, p(N), count, rate, errors; "
                + "units ns, us, ms, s, %.");
        }

        var figure = match.Groups["figure"].Value;
        var percentile = match.Groups["p"].Success ? Number(match.Groups["p"].Value) : 0;
        if (percentile is < 0 or > 100)
            throw new FormatException($"'{text}': a percentile lies between 0 and 100.");
        var unit = match.Groups["unit"].Value;
        var isTime = figure is "avg" or "min" or "max" or "med" || match.Groups["p"].Success;
        if (isTime ? unit == "%" : figure == "errors" ? unit is not ("%" or "") : unit.Length > 0)
            throw new FormatException($"'{text}': {figure} is not measured in '{unit}'.");
        if (unit.Length == 0 && Number(match.Groups["value"].Value) != 0 && (isTime || figure == "errors"))
        {
            throw new FormatException($"'{text}': the bound has no unit, write it as {match.Groups["value"].Value}"
                + (isTime ? "ms (or ns, us, s)." : "% (of all operations)."));
        }

        if (figure == "errors" && Number(match.Groups["value"].Value) * Scale(unit) > 1)
            throw new FormatException($"'{text}': the share of failures lies between 0% and 100%.");
        return new Threshold(text!, match.Groups["phase"] is { Success: true, Value: var phase } ? phase : null,
            match.Groups["p"].Success ? "p" : figure, percentile, match.Groups["comparison"].Value,
            Number(match.Groups["value"].Value) * Scale(unit));
    }

    /// <summary>Tests a run. A figure that was not measured, or that the sample does not carry, fails.</summary>
    public ThresholdRecord Test(RunRecord run)
    {
        ArgumentNullException.ThrowIfNull(run);
        PhaseRecord[] phases = [.. run.Phases.Where(p => Phase is null ? p.IsMeasured : p.Name == Phase)];
        double?[] values = [.. phases.Select(Value)];
        var passed = values.Length > 0 && values.All(v => v is { } value && Holds(value));
        var shown = values.FirstOrDefault(v => v is not { } value || !Holds(value)) ?? values.FirstOrDefault();
        return new ThresholdRecord(Text, shown, passed);
    }

    /// <summary>Returns the figure of another distribution that the bound names, in the distribution's own unit; null
    /// when it is no time.</summary>
    public double? FigureOf(LatencyHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        return Figure switch
        {
            _ when !IsTime => null,
            "avg" => histogram.Mean,
            "min" => histogram.Min,
            "max" => histogram.Max,
            "med" => histogram.ValueAt(50),
            _ => histogram.ValueAt(Percentile),
        };
    }

    /// <summary>Returns why a run has no figure of a saved threshold, for a person.</summary>
    public static string NoFigure(ThresholdRecord threshold, RunRecord run)
    {
        ArgumentNullException.ThrowIfNull(threshold);
        try
        {
            return Parse(threshold.Expression).NoFigure(run);
        }
        catch (FormatException)
        {
            // Earlier versions allowed bounds without a unit.
            return NothingMeasured;
        }
    }

    /// <summary>Returns why a run has no such figure, for a person.</summary>
    public string NoFigure(RunRecord run)
    {
        ArgumentNullException.ThrowIfNull(run);
        PhaseRecord[] phases = [.. run.Phases.Where(p => Phase is null ? p.IsMeasured : p.Name == Phase)];
        return phases.FirstOrDefault(p => p.Operations > 0 && Value(p) is null) is not { } few ? NothingMeasured
            : string.Create(CultureInfo.InvariantCulture, $"{few.Name} has {few.Operations:N0} operations; ")
                + string.Create(CultureInfo.InvariantCulture, $"p({Percentile}) needs {OperationsMin:N0}");
    }

    private double? Value(PhaseRecord phase) => Figure switch
    {
        "count" => phase.Operations,
        "rate" => phase.OpsPerSecond,
        "errors" => phase.Operations + phase.Failed == 0
            ? null : (double)phase.Failed / (phase.Operations + phase.Failed),
        _ when phase.Operations == 0 => null,
        "avg" => phase.LatencyMs.Mean,
        "min" => phase.LatencyMs.Min,
        "max" => phase.LatencyMs.Max,
        "med" => phase.LatencyMs.P50,
        _ => Percentile switch
        {
            50 => phase.LatencyMs.P50,
            90 => phase.LatencyMs.P90,
            99 => phase.LatencyMs.P99,
            99.9 => phase.LatencyMs.P999,
            _ => LatencyRecord.Carried(phase.ReadHistogram(), Percentile),
        },
    };

    private bool Holds(double value) => Comparison switch
    {
        "<" => value < Bound,
        "<=" => value <= Bound,
        ">" => value > Bound,
        ">=" => value >= Bound,
        "==" => value == Bound,
        _ => value != Bound,
    };

    private static double Scale(string unit) => unit switch
    {
        "ns" => 1e-6,
        "us" => 1e-3,
        "s" => 1e3,
        "%" => 1e-2,
        _ => 1,
    };

    private static double Number(string text) =>
        double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);

    [GeneratedRegex(
        @"^\s*(?:(?<phase>[A-Za-z][\w.-]*)\s*:)?\s*"
        + @"(?<figure>avg|min|max|med|count|rate|errors|p\((?<p>\d+(?:\.\d+)?)\))"
        + @"\s*(?<comparison><=|>=|==|!=|<|>)\s*(?<value>\d+(?:\.\d+)?)\s*(?<unit>ns|us|ms|s|%)?\s*$",
        RegexOptions.CultureInvariant)]
    private static partial Regex Grammar();
}
