using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

public sealed class FailoverSimulationTests
{
    private const int Seeds = 300;

    [Fact]
    public void No_acknowledged_write_is_lost_and_the_partition_recovers_whatever_dies()
    {
        var (acknowledged, losses, configurations) = (0, 0, 0);
        for (var seed = 1; seed <= Seeds; seed++)
        {
            var simulation = new FailoverSimulation(seed);
            simulation.Run(steps: 1000);
            acknowledged += simulation.Acknowledged;
            losses += simulation.DataLosses;
            configurations += simulation.ConfigurationLosses;
        }
        // The check above is worth as much as there was to lose.
        Assert.True(acknowledged > 50 * Seeds, $"Only {acknowledged} writes were acknowledged.");
        Assert.True(losses > 5, $"Only {losses} losses were accepted.");
        Assert.True(configurations > 5, $"Only {configurations} configurations were lost.");
    }
}
