using System;
using System.Globalization;
using System.IO;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;
using Xunit;

namespace SfPerf.Reports.Tests.Text;

public sealed class RunTextTests
{
    [Fact]
    public void The_two_lines_are_those_of_the_original()
    {
        var run = Samples.Run();
        run = run with
        {
            Phases =
            [
                run.Phases[0] with
                {
                    Seconds = 105.9455085, Operations = 262144, OpsPerSecond = 2474.32858373604,
                    LatencyMs = new LatencyRecord { Mean = 25.8481560119629 },
                },
                run.Phases[1] with
                {
                    Seconds = 64.992557, Operations = 524288, OpsPerSecond = 8066.89295206527,
                    LatencyMs = new LatencyRecord { Mean = 1.9822887878418 },
                },
            ],
        };
        Assert.Equal(
            "Write test results - Run time: 00:01:45.9455085, Total operation count: 262144, "
            + "Average operations/sec: 2474.32858373604, Average operation latency (milliseconds): 25.8481560119629\n"
            + "Read test results - Run time: 00:01:04.9925570, Total operation count: 524288, "
            + "Average operations/sec: 8066.89295206527, Average operation latency (milliseconds): 1.9822887878418\n",
            Text(w => LegacyText.Write(run, w)));
    }

    [Fact]
    public void The_lines_do_not_change_with_the_culture()
    {
        var here = Text(w => LegacyText.Write(Samples.Run(), w));
        var before = CultureInfo.CurrentCulture;
        var comma = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        comma.NumberFormat.NumberDecimalSeparator = ",";
        try
        {
            CultureInfo.CurrentCulture = comma;
            Assert.Equal(here, Text(w => LegacyText.Write(Samples.Run(), w)));
            Assert.Contains(" 600.0 ", Text(w => RunTable.Write(Samples.Run(), w)), StringComparison.Ordinal);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void The_table_shows_every_phase_its_errors_and_its_loop()
    {
        Assert.Equal(
            """
            write: 600.0 operations a second, 4.30 ms each on average, 99 of 100 within 10.1 ms; 2 failed
            read: 1,200 operations a second, 2.17 ms each on average, 99 of 100 within 5.07 ms; 2 failed

            local1: 5 nodes, 1 partition, 3 replicas, Fsync
            Debian GNU/Linux 12, AMD EPYC, 2 cores, .NET 10.0.1, commit 0123456
             op     total s     ops  ops/s  avg ms  p50 ms  p90 ms  p99 ms  p99.9 ms  max ms  first ms  errors
             write   20.000  12,000  600.0    4.30    3.97    6.60    10.1      13.8    18.4      12.3  2 (Timeout 2)
             read    20.000  24,000  1,200    2.17    2.01    3.33    5.07      6.94    13.0      12.3  2 (Timeout 2)
             write: closed loop: 3 outstanding at all times, 91.0 % of that time within operations (Little's law)
             write: steady from second 0, 600.0 ops/s (95 % CI 600.0..600.0)
             read: closed loop: 3 outstanding at all times, 91.7 % of that time within operations (Little's law)
             read: steady from second 0, 1,200 ops/s (95 % CI 1,200..1,200)

            """, Text(w => RunTable.Write(Samples.Run(), w)));
    }

    [Fact]
    public void A_fail_over_is_told_with_its_moment_and_how_long_there_was_no_primary()
    {
        var run = Samples.Run();
        var start = run.Phases[0].StartedUtc!.Value;
        EventRecord At(double second, string text) => new("write", second, text)
        {
            Kind = "primary", Utc = start.AddSeconds(second),
        };
        var text = Text(w => RunTable.Write(run with
        {
            Events =
            [
                At(3.2, "no primary of StatefulStore: _Node_1 is gone"),
                At(3.4, "primary of StatefulStore moved from _Node_1 to _Node_3"),
            ],
        }, w));
        Assert.Contains(
            "\n primary of StatefulStore moved from _Node_1 to _Node_3 at second 3.4 of write; the longest operation "
            + "of these seconds took ", text);
        Assert.Contains(
            "\n longest time without a primary: 200 ms, from second 3.2 of write (seen by the manager)\n", text);
        Assert.DoesNotContain("primary", Text(w => RunTable.Write(run, w)));
    }

    private static string Text(Action<TextWriter> write)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        write(writer);
        return writer.ToString();
    }
}
