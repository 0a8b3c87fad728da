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
            json.WriteString("outcome", !answer.Ended ? "ended early" : answer.IsDecided ? "accepted" : "doubtful");
            json.WriteString("verdict", !answer.IsDecided ? "inconclusive" : answer.Kept is null ? "broken" : "kept");
            json.WriteString("reason", answer.Reason);
            if (answer.Kept is { } kept)
                json.WriteNumber("keptPerSecond", kept);
            if (answer.Broken is { } broken)
                json.WriteNumber("brokenPerSecond", broken);
            if (answer.Low is { } low)
                json.WriteNumber("lowPerSecond", low);
            if (answer.High is { } high)
                json.WriteNumber("highPerSecond", high);
            json.WriteBoolean("decided", answer.IsDecided);
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
