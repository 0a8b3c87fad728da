using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Commands.Parameters;

/// <summary>The units in which a whole number may be written. Without one it is in the parameter's own unit.</summary>
/// <param name="example">How a value may be written, for messages.</param>
/// <param name="factors">What each unit is in the parameter's own one, by its name; case does not matter.</param>
internal sealed class ParameterUnit(string example, IReadOnlyDictionary<string, decimal> factors)
{
    private const int Kibi = 1024;

    /// <summary>Operations, keys: 1k is 1000.</summary>
    public static ParameterUnit Count { get; } = new("20k, 1M", Names(("k", 1e3m), ("M", 1e6m), ("G", 1e9m)));

    /// <summary>Sizes: 1KB is 1024 bytes.</summary>
    public static ParameterUnit Bytes { get; } = new("512B, 16KB, 1MB", Names(("B", 1), ("K", Kibi), ("KB", Kibi),
        ("KiB", Kibi), ("M", Kibi * Kibi), ("MB", Kibi * Kibi), ("MiB", Kibi * Kibi)));

    /// <summary>Times in microseconds.</summary>
    public static ParameterUnit Microseconds { get; } = new("500us, 2ms, 1s",
        Names(("us", 1), ("ms", 1e3m), ("s", 1e6m), ("min", 60e6m)));

    /// <summary>Times in milliseconds.</summary>
    public static ParameterUnit Milliseconds { get; } = new("500ms, 10s",
        Names(("ms", 1), ("s", 1e3m), ("min", 60e3m)));

    /// <summary>Times in seconds.</summary>
    public static ParameterUnit Seconds { get; } = new("30s, 5min", Names(("s", 1), ("min", 60), ("h", 3600)));

    /// <summary>Gets how a value may be written.</summary>
    public string Example => example;

    /// <summary>Gets a regular expression for editors, as JSON Schema knows them.</summary>
    public string Pattern => @"^[0-9]+(\.[0-9]+)?\s?("
        + string.Join('|', factors.Keys.Select(k => string.Concat(k.Select(Either)))) + ")$";

    /// <summary>Returns the unit that a parameter's name says; null for a number without units.</summary>
    public static ParameterUnit? Of(string name)
    {
        return Ends("Microseconds") ? Microseconds : Ends("Milliseconds") ? Milliseconds
        : Ends("Seconds") || Ends("SecondsMax") ? Seconds
        : name.Contains("Size", StringComparison.Ordinal) || Ends("Bytes") ? Bytes
        : name.StartsWith("Num", StringComparison.Ordinal) || Ends("PerSecond") || name is "Rate" or "CallCounts"
            ? Count : null;

        bool Ends(string end) => name.EndsWith(end, StringComparison.Ordinal);
    }

    /// <summary>Reads a number with one of the units.</summary>
    /// <returns>False where the text is no such number, or no whole number of the parameter's own unit.</returns>
    public bool TryParse(string text, out long value)
    {
        var trimmed = text.AsSpan().Trim();
        var digits = trimmed.IndexOfAnyExcept("0123456789.");
        value = 0;
        if (digits <= 0 || !factors.TryGetValue(trimmed[digits..].Trim().ToString(), out var factor)
            || !decimal.TryParse(trimmed[..digits], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
                out var number) || number > long.MaxValue / factor || number * factor % 1 != 0)
        {
            return false;
        }

        value = (long)(number * factor);
        return true;
    }

    private static string Either(char letter) =>
        char.IsAsciiLetter(letter) ? $"[{char.ToUpperInvariant(letter)}{char.ToLowerInvariant(letter)}]" : $"{letter}";

    private static Dictionary<string, decimal> Names(params (string Name, decimal Factor)[] units) =>
        units.ToDictionary(u => u.Name, u => u.Factor, StringComparer.OrdinalIgnoreCase);
}
