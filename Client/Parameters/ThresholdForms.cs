using System;
using SfPerf.Commands.Parameters;
using SfPerf.Reports.Thresholds;

namespace SfPerf.Client.Parameters;

/// <summary>Bounds on a run's figures, as texts.</summary>
internal static class ThresholdForms
{
    private const string Figure = @"\s*(avg|min|max|med|count|rate|errors|p\([0-9.]+\))\s*(<=|>=|==|!=|<|>)"
        + @"\s*[0-9.]+\s*(ns|us|ms|s|%)?\s*$";

    /// <summary>Any bound.</summary>
    public static TextForm Any { get; } = new(
        "a bound such as write:p(99) < 20ms, rate > 5000, errors < 0.1%", @"^\s*([A-Za-z][\w.-]*\s*:)?" + Figure,
        text => Problem(text, _ => null));

    /// <summary>One that names its phase, or nothing.</summary>
    public static TextForm Promise { get; } = new(
        "a bound with its phase, such as write:p(99) < 20ms", @"^$|^\s*[A-Za-z][\w.-]*\s*:" + Figure,
        text => text.Length == 0 ? null : Problem(text, t => t.Phase is null ? "names no phase" : null));

    private static string? Problem(string text, Func<Threshold, string?> more)
    {
        try
        {
            return more(Threshold.Parse(text));
        }
        catch (FormatException e)
        {
            // The form itself says what is allowed.
            return e.Message.Split(';')[0].TrimEnd('.');
        }
    }
}
