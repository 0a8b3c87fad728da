using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>Sets the measured cells beside what was published and what follows from how TCP works.</summary>
internal sealed class InsertJudge(InsertTable table, InsertSettings settings)
{
    private const double Factor = 5;
    private const double StallLowMs = 35;
    private const double StallHighMs = 50;
    private const double Alike = 1.3;
    private const double PublishedAlike = 1.1;
    private const double CountTolerance = 0.01;
    private const double OneSegmentBytes = 16 * 1024;

    private const string Acknowledged = "; with Expect: 100-continue the interim answer carries the acknowledgement "
        + "that Nagle's algorithm waits for, so the body leaves at once";

    private const string Unacknowledged = "; without the interim answer the headers stay unacknowledged until the "
        + "server's kernel gives up delaying, and the body waits";

    public IEnumerable<Expectation> Judge()
    {
        foreach (var endpoint in settings.Endpoints)
        {
            foreach (var shape in table.Cells.Where(c => c.Endpoint == endpoint).Select(c => c.Cell with
            {
                Nagle = false,
                Expect = false,
            }).Distinct())
            {
                foreach (var one in shape.Split ? JudgeSplit(endpoint, shape) : JudgeCoalesced(endpoint, shape))
                    yield return one;
            }

            foreach (var one in JudgeSegments(endpoint))
                yield return one;
        }
    }

    private IEnumerable<Expectation> JudgeSplit(string endpoint, InsertCell shape)
    {
        var isPublished = shape.Entities == 1;
        var (on, off) = (shape with { Nagle = true }, shape);
        if (Ratio(endpoint, off, on) is { } stalled)
        {
            yield return Expectation.AtLeast(
                $"{Name(endpoint, shape)}: without Expect100Continue, Nagle makes an insert at least {Factor} x as "
                    + "long", stalled, Factor);
            var (without, with) = table.Pairs(endpoint, off, on);
            yield return Expectation.Within(
                $"{Name(endpoint, shape)}: that is {StallLowMs} to {StallHighMs} ms, one delayed acknowledgement of "
                    + "Linux", PairedDifference.Of(without, with), StallLowMs, StallHighMs, "ms");
        }

        if (Ratio(endpoint, off with { Expect = true }, on with { Expect = true }) is { } expecting)
        {
            var claim = string.Create(CultureInfo.InvariantCulture,
                $"{Name(endpoint, shape)}: with Expect100Continue, Nagle makes an insert at least {Factor} x as long")
                + (isPublished ? Published(PublishedInserts.NagleRatio) : "");
            yield return Explain(Expectation.AtLeast(claim, expecting, Factor), Acknowledged);
        }

        if (Ratio(endpoint, on with { Expect = true }, on) is { } nagling)
        {
            yield return Explain(Expectation.Within(
                $"{Name(endpoint, shape)}: with Nagle, an insert takes as long without Expect100Continue as with it, "
                    + "within 10 %" + (isPublished ? Published(PublishedInserts.ExpectRatio) : ""),
                nagling, 1 / PublishedAlike, PublishedAlike), Unacknowledged);
        }

        if (Ratio(endpoint, off with { Expect = true }, off) is { } plain)
        {
            yield return Expectation.Within(
                $"{Name(endpoint, shape)}: without Nagle, an insert takes as long without Expect100Continue as with "
                    + "it, within 30 %", plain, 1 / Alike, Alike);
        }
    }

    private IEnumerable<Expectation> JudgeCoalesced(string endpoint, InsertCell shape)
    {
        if (Ratio(endpoint, shape, shape with { Nagle = true }) is not { } ratio)
            yield break;
        // What does not fit the client's buffer leaves in a second segment all the same.
        if (table.Counted(endpoint, shape, FigureNames.Segments) is > 1 + CountTolerance and var segments)
        {
            yield return Expectation.AtLeast(string.Create(CultureInfo.InvariantCulture,
                $"{Name(endpoint, shape)}: a request leaves in {segments:0.##} segments all the same, and Nagle makes "
                + $"it at least {Factor} x as long"), ratio, Factor);
        }
        else
        {
            yield return Expectation.Within(
                $"{Name(endpoint, shape)}: without Expect100Continue, Nagle makes no difference within 30 %",
                ratio, 1 / Alike, Alike);
        }
    }

    /// <summary>The framing is what the cells say: counted, by the kernel.</summary>
    private IEnumerable<Expectation> JudgeSegments(string endpoint)
    {
        (InsertCell Cell, double Sent)[] counted =
        [
            .. from measured in table.Cells
               where measured.Endpoint == endpoint
               let sent = table.Counted(endpoint, measured.Cell, FigureNames.Segments)
               where sent is not null
               select (measured.Cell, sent.Value),
        ];
        if (counted.Length == 0)
            yield break;
        // Headers and body are apart, too, where the client waits for 100 (Continue) between them. The kernel may cut a
        // body that is much larger.
        (InsertCell Cell, double Sent)[] apart = [.. counted.Where(c => (c.Cell.Split || c.Cell.Expect)
            && table.Counted(endpoint, c.Cell, FigureNames.Bytes) <= OneSegmentBytes)];
        if (apart.Length > 0)
            yield return Count($"{endpoint}: a request with headers and body apart leaves in 2 segments", apart, 2);
        (InsertCell Cell, double Sent)[] together =
            [.. counted.Where(c => c.Cell is { Split: false, Expect: false, Entities: 1 })];
        if (together.Length > 0)
            yield return Count($"{endpoint}: a coalesced insert leaves in 1 segment", together, 1);
    }

    private static Expectation Count(string claim, (InsertCell Cell, double Sent)[] counted, double expected) =>
        Expectation.Counted(claim, Array.TrueForAll(counted, c => Math.Abs(c.Sent - expected) <= CountTolerance),
            string.Create(CultureInfo.InvariantCulture,
                $"{counted.Min(c => c.Sent):0.###}..{counted.Max(c => c.Sent):0.###} in {counted.Length} cells"));

    /// <summary>The ratio second / first; null when no round has both.</summary>
    private RatioEstimate? Ratio(string endpoint, InsertCell first, InsertCell second)
    {
        var (a, b) = table.Pairs(endpoint, first, second);
        return a.Length == 0 ? null : GeometricMean.Paired(a, b);
    }

    private static Expectation Explain(Expectation judged, string reason) => judged.Outcome == Outcome.Contradicted
        ? judged with { Evidence = judged.Evidence + reason } : judged;

    private static string Published(double ratio) =>
        string.Create(CultureInfo.InvariantCulture, $" (published: {ratio:0.00})");

    private static string Name(string endpoint, InsertCell shape) => $"{endpoint} {shape.Shape}";
}
