using System.Globalization;
using SfPerf.Commands.Parameters;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>So many threads with so many calls each.</summary>
internal readonly record struct ThreadCase(int Threads, int Calls)
{
    private const int ThreadsMax = 5000;
    private const int CallsMax = 10_000_000;

    /// <summary>How one is written.</summary>
    public static TextForm Form { get; } = new(
        $"threads (1 to {ThreadsMax}) x calls of each (2 to {CallsMax}), as 600x500", "^[0-9]+x[0-9]+$",
        text => Parse(text) is null ? "not a case" : null);

    /// <summary>Reads <c>600x500</c>; null for what is none.</summary>
    public static ThreadCase? Parse(string text) =>
        text.Split('x') is [var threads, var calls] && Number(threads) is { } t and > 0 and <= ThreadsMax
        && Number(calls) is { } c and > 1 and <= CallsMax ? new ThreadCase(t, c) : null;

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Threads}x{Calls}");

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
