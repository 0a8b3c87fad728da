using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Parameters;
using SfPerf.Client.Tests.Parameters;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

public sealed class CapacityTests
{
    [Fact]
    public async Task Without_a_promise_it_says_how_to_give_one()
    {
        var run = await Invocation.RunAsync(["capacity", .. SmallRuns.Arguments]);
        Assert.Equal(2, run.Code);
        Assert.Contains("has no Slo; give --slo \"write:p(99) < 20ms\".", run.Error);
        var bad = await Invocation.RunAsync(["capacity", .. SmallRuns.Arguments, "--slo", "p(99) < 20ms"]);
        Assert.Equal(2, bad.Code);
        Assert.Contains("Slo = p(99) < 20ms: names no phase", bad.Error);
    }

    [Fact]
    public async Task One_that_no_rate_has_ends_with_code_99_and_leaves_other_bounds_aside()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(["capacity", .. SmallRuns.Arguments, "--set", "Slo=write:avg < 1us",
            "--set", "Thresholds=read:rate > 1", "--from", "1", "--seconds", "1", "--out", folder.Path]);
        Assert.True(run.Code == 99, run.Error);
        Assert.StartsWith("write:avg < 1us: broken at every rate that was tried\n 2 runs, ", run.Out);
    }

    // A machine that stops in two tries of three loses rates that would have been kept; it wins none. The second
    // promise is kept at every rate: what two writes at a time of 20 ms each make in the 1.6 s that a try may last is
    // the limit.
    [Theory]
    [InlineData("write:count < 60", 59)]
    [InlineData("write:avg < 60s", 160)]
    public async Task The_rate_that_a_store_of_known_speed_can_make_is_found(string promise, int highest)
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(["capacity", .. SmallRuns.Arguments, "--set",
            "SimulatedWriteInMicroseconds=20000", "--set", "NumOutstandingWriteOperations=2", "--slo",
            promise, "--tolerance", "40", "--seconds", "1", "--out", folder.Path]);
        Assert.True(run.Code == 0, run.Error);
        var rates = Regex.Match(run.Out, $@"^{promise}: kept at (\d+)/s, broken at (\d+)/s");
        Assert.True(rates.Success, run.Out);
        var kept = int.Parse(rates.Groups[1].Value);
        Assert.InRange(kept, 1, highest);
        Assert.InRange(int.Parse(rates.Groups[2].Value), kept + 1, (2 * kept) + 2);
        Assert.Contains("\nclosed loop: write ", run.Error);
        Assert.Contains(" left\n", run.Error);
    }

    [Fact]
    public void A_try_lasts_until_the_promised_percentile_has_enough_operations()
    {
        // p99 needs 1000 operations: 11 s at 100/s, with a tenth to spare.
        Assert.Equal((11, 5), (Try("write:p(99) < 20ms").SecondsAt(100), Try("write:p(99) < 20ms").SecondsAt(1000)));
        Assert.Equal(5, Try("write:avg < 20ms").SecondsAt(100));
        Assert.Contains("NumWriteOperationsTotal=1100", Try("write:p(99) < 20ms").At(100));
    }

    [Fact]
    public async Task A_rate_at_which_operations_fail_is_not_kept_however_quick_the_others_are()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(["capacity", .. SmallRuns.Arguments, "--set",
            "SimulatedWriteInMicroseconds=300000", "--set", "OperationTimeoutInMilliseconds=100", "--slo",
            "write:count < 1000", "--from", "2", "--seconds", "1", "--out", folder.Path]);
        Assert.True(run.Code is 3 or 99, run.Error);
        Assert.DoesNotContain("kept", run.Out + run.Error);
    }

    [Fact]
    public async Task How_long_it_takes_is_said_beforehand()
    {
        var plan = await Invocation.RunAsync(
            ["capacity", .. SmallRuns.Arguments, "--slo", "write:avg < 20ms", "--dry-run"]);
        Assert.Equal((0, ""), (plan.Code, plan.Error));
        Assert.Contains("usually some 14 tries, about 77 s.", plan.Out);
    }

    private static CapacityTry Try(string bound)
    {
        var run = new RunParameters(Given.Json($"\"Slo\": \"{bound}\"").LoadValid(), "n");
        return new CapacityTry(run.Slo!, run, 5);
    }
}
