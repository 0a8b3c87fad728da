using System.Threading.Tasks;
using SfPerf.LoadGenerator.SelfTesting;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

[Collection(Alone.Name)]
public sealed class DriverCostTests
{
    // On a busy or slow machine the same takes more processor time, and without optimization the bounds say nothing of
    // the product; they keep the test able to fail. "sfperf selftest --cost" checks the bounds themselves.
#if DEBUG
    private const double Slack = 12;
#else
    private const double Slack = 3;
#endif

    [Fact]
    public async Task Recorder_and_driver_cost_at_most_50_and_300_ns_and_0_bytes()
    {
        var figures = await DriverCost.MeasureAsync(TestContext.Current.CancellationToken);
        Assert.Collection(figures,
            recorder => AssertCost("recorder", 50, recorder),
            driver => AssertCost("driver", 300, driver));
    }

    private static void AssertCost(string name, double nanosecondsMax, CostFigure figure)
    {
        Assert.Equal((name, nanosecondsMax), (figure.Name, figure.NanosecondsMax));
        Assert.InRange(figure.Bytes, 0, 0.5);
        Assert.InRange(figure.Nanoseconds, 0, nanosecondsMax * Slack);
    }
}
