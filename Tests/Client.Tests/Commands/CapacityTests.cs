using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.Client.Measuring;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Parameters;
using SfPerf.Client.Tests.Parameters;
using SfPerf.Commands.Parameters;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.SelfTesting;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
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
        // On a busy machine the driver is the limit even at one write a second: there is no answer then.
        if (run.Code == 6)
        {
            Assert.Contains("rejected: the driver was the limit, not the store.", run.Error);
            return;
        }
        Assert.True(run.Code == 99, run.Error);
        Assert.StartsWith("write:avg < 1us: broken at every rate that was tried\n 3 runs, ", run.Out);
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
        Assert.True(run.Code is 0 or 6, run.Error);
        if (run.Code == 6)
        {
            Assert.Contains("no answer: ", run.Out);
            return;
        }
        var rates = Regex.Match(run.Out, $@"^{promise}: kept at (\d+)/s, broken at (\d+)/s");
        Assert.True(rates.Success, run.Out);
        var kept = int.Parse(rates.Groups[1].Value);
        Assert.InRange(kept, 1, highest);
        Assert.InRange(int.Parse(rates.Groups[2].Value), kept + 1, (2 * kept) + 2);
        Assert.Contains("\nwarm-up 1: write ", run.Error);
        Assert.Contains(" left\n", run.Error);
    }

    // Parameters/simulated.json: 64 writes at a time of 4 ms each are 16,000 a second, 16 reads of 2 ms are 8,000.
    [Theory]
    [InlineData("write:p(99) < 20ms", 16_000)]
    [InlineData("read:p(99) < 20ms", 8_000)]
    public void On_virtual_time_the_exact_answer_of_the_simulated_store_is_found(string promise, double exact)
    {
        var whole = Simulated($"Slo={promise}");
        var trial = new CapacityTry(whole.Slo!, whole, 1);
        // No rate that is tried is the answer itself.
        var search = new CapacitySearch(exact * 0.37, 1_000_000, 0.05);
        while (!search.Ended)
        {
            var run = Simulated(trial.At((long)search.Rate));
            search.Report(CapacityRule.Objection(whole.Slo!, Measure(run), run.PhaseSecondsMax) is null);
        }

        Assert.True(search.Agrees);
        Assert.InRange(search.Found.Low, exact * 0.95, exact * 1.05);
        Assert.InRange(search.Found.High, exact * 0.95, exact * 1.07);
    }

    // 8 writes at a time of 20 ms each are 400 a second. A machine that stops for long lets tries contradict each
    // other: then there is no answer. One that makes every write take longer lowers the answer, and none raises it; how
    // near the answer is on a quiet machine, the test on virtual time shows.
    [Fact]
    public async Task The_answer_is_no_more_than_a_twentieth_too_high_or_is_refused()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(["capacity", .. SmallRuns.Arguments, "--set",
            "SimulatedWriteInMicroseconds=20000", "--set", "NumOutstandingWriteOperations=8", "--slo",
            "write:avg < 30ms", "--seconds", "1", "--tolerance", "4", "--out", folder.Path]);
        Assert.True(run.Code is 0 or 6, run.Error);
        if (run.Code == 6)
            Assert.Contains("no answer: ", run.Out);
        else
            Assert.InRange(int.Parse(Regex.Match(run.Out, @": kept at (\d+)/s").Groups[1].Value), 1, 420);
        Assert.Contains("\nwarm-up 2: write ", run.Error);
        Assert.NotEmpty(System.IO.Directory.GetDirectories(SmallRuns.Group(folder), "warm-up"));
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
        Assert.Contains("usually some 15 runs, about 83 s.", plan.Out);
    }

    private static RunParameters Simulated(params string[] settings)
    {
        var set = ParameterLoader.Load(new ParameterSources(
            Product.File("Parameters/simulated.json"), new Hashtable(), settings, []), null, out var problems);
        Assert.Empty(problems);
        return new RunParameters(set, "simulated");
    }

    private static RunRecord Measure(RunParameters parameters)
    {
        var time = new VirtualTime();
        var target = new SimulatedTarget(new SimulatedTargetOptions
        {
            WriteTimePerKibibyte = parameters.SimulatedWritePerKibibyte,
            ReadTimePerKibibyte = parameters.SimulatedReadPerKibibyte,
        }, time);
        var runner = new LoadRunner(target, RunSpecifications.Whole(parameters),
            new LoadRunnerOptions { Time = time, SingleThreaded = true });
        var result = time.Run(() => runner.RunAsync(TestContext.Current.CancellationToken));
        return new RunRecord
        {
            Name = "try", StartedUtc = default, Parameters = new Dictionary<string, JsonElement>(),
            Environment = new EnvironmentRecord(), Phases = [.. result.Phases.Select(PhaseRecord.From)],
        };
    }

    private static CapacityTry Try(string bound)
    {
        var run = new RunParameters(Given.Json($"\"Slo\": \"{bound}\"").LoadValid(), "n");
        return new CapacityTry(run.Slo!, run, 5);
    }
}
