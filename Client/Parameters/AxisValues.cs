using System;
using System.Collections.Generic;
using System.Globalization;

namespace SfPerf.Client.Parameters;

/// <summary>The values of an axis as text: <c>1,2,4</c>, or <c>1..512x2</c> for 1, 2, 4 and so on to 512.</summary>
internal static class AxisValues
{
    public const string Forms = "\"1,2,4\" or \"1..512x2\"";
    public const string Pattern = @"^[^,\s]+(,\s*[^,\s]+)*$";
    private const int ValuesMax = 1000;

    /// <summary>Returns the values; null for what is of neither form.</summary>
    public static IReadOnlyList<string>? Parse(string text)
    {
        if (text.Split("..") is not [var from, var rest])
            return text.Length > 0 ? text.Split(',', StringSplitOptions.TrimEntries) : null;
        if (rest.Split('x') is not [var to, var factor] || !Number(from, out var first) || !Number(to, out var last)
            || !Number(factor, out var step) || first < 1 || step < 2)
        {
            return null;
        }

        var steps = new List<string>();
        for (var value = first; value <= last && steps.Count < ValuesMax; value *= step)
            steps.Add(value.ToString(CultureInfo.InvariantCulture));
        return steps.Count > 0 ? steps : null;
    }

    private static bool Number(string text, out long value) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value);
}
