using System;
using System.IO;
using SfPerf.Client.Output;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Client.Tests.Output;

public sealed class PlainProgressTests
{
    [Fact]
    public void One_line_a_second_with_the_rate_since_the_last_line()
    {
        var time = new ManualTimeProvider();
        using var output = new StringWriter { NewLine = "\n" };
        using var view = new PlainProgress(output, time);
        view.Show(new("write", 100, 0, 4000, 0.1));
        view.Show(new("write", 1000, 0, 4000, 1.0));
        time.Advance(TimeSpan.FromSeconds(0.5));
        view.Show(new("write", 2000, 0, 4000, 1.5));
        time.Advance(TimeSpan.FromSeconds(0.5));
        view.Show(new("write", 3000, 10, 4000, 2.0));
        view.Show(new("write", 3990, 10, 4000, 2.5));
        view.Show(new("write", 3990, 10, 4000, 2.5));
        Assert.Equal(
            "   1.0 s  write          1,000 of 4,000 (25 %)  1,000 ops/s\n"
            + "   2.0 s  write          3,000 of 4,000 (75 %)  2,000 ops/s  10 failed\n"
            + "   2.5 s  write          3,990 of 4,000 (100 %)  1,980 ops/s  10 failed\n", output.ToString());
    }
}
