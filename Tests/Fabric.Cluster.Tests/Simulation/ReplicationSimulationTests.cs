using System;
using System.Globalization;
using System.Linq;
using System.Threading;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>
/// Plays seeds; SFPERF_SIMULATION_SEEDS adds more, SFPERF_SIMULATION_FIRST_SEED begins elsewhere.
/// </summary>
public sealed class ReplicationSimulationTests(ITestOutputHelper output)
{
    private const int Seeds = 2000;
    private const int PlantedSeeds = 10_000;

    [Fact]
    public void No_promise_is_broken_and_the_partition_recovers_whatever_happens()
    {
        var first = Number("SFPERF_SIMULATION_FIRST_SEED", 1);
        var seeds = Seeds + Number("SFPERF_SIMULATION_SEEDS", 0);
        var time = TimeProvider.System;
        var start = time.GetTimestamp();
        var total = new SimulationCounts();
        var failed = int.MaxValue;
        var next = first - 1;
        // Threads of its own: on those of the pool it would hold up the tests beside it for seconds.
        var threads = Enumerable.Range(0, Environment.ProcessorCount).Select(_ => new Thread(PlayAll)).ToList();
        threads.ForEach(t => t.Start());
        threads.ForEach(t => t.Join());
        if (failed < int.MaxValue)
        {
            output.WriteLine($"Seed {failed} fails; it is played again with its story.");
            new ReplicationSimulation(failed, isTraced: true).Run();
        }
        Assert.Equal(int.MaxValue, failed);
        var seconds = time.GetElapsedTime(start).TotalSeconds;
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{seeds} seeds, {seeds / seconds:F0} a second; {total.Events / seeds} events, ")
            + string.Create(CultureInfo.InvariantCulture,
                $"{total.Acknowledged / seeds} acknowledged writes, {1.0 * total.Terms / seeds:F1} terms a seed; ")
            + $"{total.Cuts} cuts, {total.LeaseWaits} lease waits, {total.Stragglers} stragglers, "
            + $"{total.LostLogs} lost logs, {total.LostReplicas} lost replicas, "
            + $"{total.Checkpoints} checkpoints, {total.PartialCheckpoints} of them of a part, "
            + $"{total.PartialCopies} copies of a part, catch-ups "
            + $"{string.Join(' ', total.CatchUps)}, faults {string.Join(' ', total.Faults)}");
        // What never happens is not proved.
        Assert.True(total.Acknowledged > 20 * seeds, $"Only {total.Acknowledged} writes were acknowledged.");
        Assert.True(total.Terms > 2 * seeds, $"Only {total.Terms} terms began.");
        Assert.True(total.Cuts > seeds / 50, $"Only {total.Cuts} logs were cut.");
        Assert.True(total.LostLogs > seeds / 50, $"Only {total.LostLogs} logs were lost.");
        Assert.True(total.LostReplicas > seeds / 100, $"Only {total.LostReplicas} replicas were lost.");
        Assert.True(total.LeaseWaits > seeds / 10, $"Only {total.LeaseWaits} leases were waited for.");
        Assert.True(total.Stragglers > seeds / 10, $"Only {total.Stragglers} stragglers were left behind.");
        Assert.True(total.Checkpoints > seeds, $"Only {total.Checkpoints} checkpoints were written.");
        Assert.True(total.PartialCheckpoints > seeds / 10, $"Only {total.PartialCheckpoints} left a part to the log.");
        Assert.True(total.PartialCopies > seeds / 100, $"Only {total.PartialCopies} copies left a part to the log.");
        Assert.DoesNotContain(total.CatchUps, c => c < seeds / 50);
        Assert.DoesNotContain(total.Faults, f => f < seeds / 10);

        void PlayAll()
        {
            while (Volatile.Read(ref failed) == int.MaxValue && Interlocked.Increment(ref next) is var seed
                && seed < first + seeds)
            {
                var counts = Play(seed, PlantedBug.None);
                lock (total)
                {
                    if (counts is not null)
                        total.Add(counts);
                    else
                        failed = Math.Min(failed, seed);
                }
            }
        }
    }

    [Fact]
    public void A_seed_plays_the_same_course_each_time()
    {
        for (var seed = 1; seed <= 20; seed++)
            Assert.Equal(Play(seed, PlantedBug.None)!.Events, Play(seed, PlantedBug.None)!.Events);
    }

    public static TheoryData<PlantedBug> Bugs() =>
        new(Enum.GetValues<PlantedBug>().Where(b => b != PlantedBug.None));

    [Theory]
    [MemberData(nameof(Bugs))]
    public void A_planted_bug_is_found(PlantedBug bug)
    {
        for (var seed = 1; seed <= PlantedSeeds; seed++)
        {
            try
            {
                new ReplicationSimulation(seed, bug).Run();
            }
            catch (SimulationException e)
            {
                output.WriteLine($"{bug}: seed {seed}: {e.Message}");
                return;
            }
        }
        Assert.Fail($"{bug} was not found in {PlantedSeeds} seeds.");
    }

    private static SimulationCounts? Play(int seed, PlantedBug bug)
    {
        var simulation = new ReplicationSimulation(seed, bug);
        try
        {
            simulation.Run();
            return simulation.Counts;
        }
        catch (Exception)
        {
            // Whatever it is, the seed is played again, and then it is thrown to whoever reads the test's result.
            return null;
        }
    }

    private static int Number(string variable, int usual) =>
        int.Parse(Environment.GetEnvironmentVariable(variable) ?? $"{usual}", CultureInfo.InvariantCulture);
}
