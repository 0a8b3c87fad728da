using System;
using System.Globalization;

namespace SfPerf.Reports.Text;

/// <summary>Figures as people read them, in the invariant culture.</summary>
internal static class Figures
{
    internal static string Count(double value) => value.ToString("N0", CultureInfo.InvariantCulture);

    internal static string Rate(double value) =>
        value.ToString(value >= 1000 ? "N0" : "N1", CultureInfo.InvariantCulture);

    /// <summary>Three significant digits, never in exponent form.</summary>
    internal static string Ms(double? value) => value switch
    {
        null => "-",
        0 => "0",
        < 0.001 => "<0.001",
        < 9.995 => value.Value.ToString(value < 0.9995 ? "0.000" : "0.00", CultureInfo.InvariantCulture),
        < 99.95 => value.Value.ToString("0.0", CultureInfo.InvariantCulture),
        _ => value.Value.ToString("N0", CultureInfo.InvariantCulture),
    };

    internal static string Percent(double share) =>
        share.ToString(Math.Abs(share) < 0.1 ? "0.0%" : "0%", CultureInfo.InvariantCulture).Replace(" ", "",
            StringComparison.Ordinal);

    /// <summary>Seconds to the millisecond.</summary>
    internal static string Time(double seconds) =>
        seconds.ToString("N3", CultureInfo.InvariantCulture);
}
