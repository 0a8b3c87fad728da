using System.Linq;
using SfPerf.Fabric.Manifests;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

public sealed class PartitionSchemeTests
{
    [Fact]
    public void Five_partitions_of_all_keys_end_where_Service_Fabric_ends_them()
    {
        var scheme = new PartitionScheme
        {
            Kind = "Int64Range", Count = 5, LowKey = long.MinValue,
            HighKey = long.MaxValue
        };
        Assert.Equal(
            [-5534023222112865485, -1844674407370955162, 1844674407370955161, 5534023222112865484, long.MaxValue],
            scheme.Ranges().Select(r => r.High));
    }

    [Theory]
    [InlineData(0, 9, 3, "0-3 4-6 7-9")]
    [InlineData(-1, 1, 3, "-1--1 0-0 1-1")]
    [InlineData(5, 5, 1, "5-5")]
    public void The_first_partitions_are_one_longer(long low, long high, int count, string ranges)
    {
        var scheme = new PartitionScheme { Kind = "Int64Range", Count = count, LowKey = low, HighKey = high };
        Assert.Equal(ranges, string.Join(' ', scheme.Ranges().Select(r => $"{r.Low}-{r.High}")));
    }
}
