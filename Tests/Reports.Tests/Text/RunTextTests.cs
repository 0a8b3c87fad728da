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
            local1: 5 nodes, 1 partition, 3 replicas, Fsync
            Debian GNU/Linux 12, AMD EPYC, 2 cores, .NET 10.0.1, commit 0123456
             op     total s     ops  ops/s  avg ms  p50 ms  p90 ms  p99 ms  p99.9 ms  max ms  first ms  errors
             write   20.000  12,000  600.0    4.30    3.97    6.60    10.1      13.8    18.4      12.3  2 (Timeout 2)
             read    20.000  24,000  1,200    2.17    2.01    3.33    5.07      6.94    13.0      12.3  2 (Timeout 2)
             write: closed loop, 3 outstanding, Little -9.0%
             write: steady from second 0, 600.0 ops/s (95 % CI 600.0..600.0)
             read: closed loop, 3 outstanding, Little -8.3%
             read: steady from second 0, 1,200 ops/s (95 % CI 1,200..1,200)

            """, Text(w => RunTable.Write(Samples.Run(), w)));
    }

    private static string Text(Action<TextWriter> write)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        write(writer);
        return writer.ToString();
    }
}
