using System;
using System.Globalization;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

public sealed class FailoverSimulationTests
{
    private static readonly int Seeds = int.Parse(
        Environment.GetEnvironmentVariable("SFPERF_FAILOVER_SEEDS") ?? "300", CultureInfo.InvariantCulture);

    [Fact]
    [Trait("DeploymentCase", "21")]
    public void No_acknowledged_write_is_lost_and_the_partition_recovers_whatever_dies()
    {
        var (acknowledged, losses, configurations, emptied) = (0, 0, 0, 0);
        for (var seed = 1; seed <= Seeds; seed++)
        {
            var simulation = new FailoverSimulation(seed);
            simulation.Run(steps: 1000);
            acknowledged += simulation.Acknowledged;
            losses += simulation.DataLosses;
            configurations += simulation.ConfigurationLosses;
            emptied += simulation.Emptied;
        }
        // The check above is worth as much as there was to lose.
        Assert.True(acknowledged > 50 * Seeds, $"Only {acknowledged} writes were acknowledged.");
        Assert.True(losses > 5, $"Only {losses} losses were accepted.");
        Assert.True(configurations > 5, $"Only {configurations} configurations were lost.");
        Assert.True(emptied > 100, $"Only {emptied} nodes were emptied.");
    }

    // In the first two, replicas that were to be replaced held every node: they changed places for ever, and no primary
    // could hand over. In the third, a manager ended between the announcement of a data loss number and its storage.
    [Theory]
    [InlineData(2472)]
    [InlineData(6570)]
    [InlineData(37969)]
    public void A_course_that_once_found_no_end_ends(int seed) => new FailoverSimulation(seed).Run(steps: 1000);
}
