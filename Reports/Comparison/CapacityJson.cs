using System;
using System.Collections.Generic;
using SfPerf.Reports.Exports;
using SfPerf.Reports.Thresholds;

namespace SfPerf.Reports.Comparison;

/// <summary>The outcome of a search for capacity as JSON, for programs.</summary>
public static class CapacityJson
{
    /// <summary>Writes the answer and every try.</summary>
    /// <param name="promise">What was promised.</param>
    /// <param name="tries">In the order in which they were made.</param>
    /// <param name="answer">What they say together.</param>
    /// <param name="folder">Where the runs were saved.</param>
    public static string Write(
        Threshold promise, IReadOnlyList<CapacityTried> tries, CapacityAnswer answer, string folder)
    {
        ArgumentNullException.ThrowIfNull(promise);
        ArgumentNullException.ThrowIfNull(tries);
        ArgumentNullException.ThrowIfNull(answer);
        return JsonText.Write(json =>
        {
            json.WriteStartObject();
            json.WriteString("kind", "capacity");
            json.WriteString("promise", promise.Text);
            json.WriteString("reason", answer.Reason);
            if (answer.Kept is { } kept)
                json.WriteNumber("keptPerSecond", kept);
            if (answer.Broken is { } broken)
                json.WriteNumber("brokenPerSecond", broken);
            json.WriteBoolean("ended", answer.Ended);
            json.WriteBoolean("driverWasTheLimit", answer.DriverWasTheLimit);
            json.WriteString("folder", folder);
            json.WriteStartArray("tries");
            foreach (var tried in tries)
            {
                json.WriteStartObject();
                json.WriteNumber("ratePerSecond", tried.Rate);
                json.WriteBoolean("kept", tried.Objection is null);
                if (tried.Objection is { } objection)
                    json.WriteString("objection", objection);
                if (tried.Noise is { } noise)
                    json.WriteString("noise", noise);
                json.WriteEndObject();
            }
            json.WriteEndArray();
            json.WriteEndObject();
        });
    }
}

/// <summary>One try of a rate.</summary>
/// <param name="Rate">Operations a second.</param>
/// <param name="Objection">Why it did not keep the promise; null when it did.</param>
/// <param name="Noise">What was said of the machine; null when it was not judged.</param>
public sealed record CapacityTried(long Rate, string? Objection, string? Noise);

/// <summary>What a search found.</summary>
/// <param name="Kept">The largest rate that kept the promise; null when none did.</param>
/// <param name="Broken">The smallest rate that broke it; null when none did.</param>
/// <param name="Ended">Whether the search came to its end.</param>
/// <param name="DriverWasTheLimit">Whether the driver was at its limit where the promise was broken.</param>
/// <param name="Reason">All of it in words.</param>
public sealed record CapacityAnswer(double? Kept, double? Broken, bool Ended, bool DriverWasTheLimit, string Reason);
