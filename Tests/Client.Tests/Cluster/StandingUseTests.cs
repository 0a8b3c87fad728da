using System.IO;
using SfPerf.Client.Cluster;
using SfPerf.Commands;
using Xunit;

namespace SfPerf.Client.Tests.Cluster;

public sealed class StandingUseTests
{
    [Fact]
    public void A_second_use_is_refused_until_the_first_ends()
    {
        using var home = new TemporaryFolder();
        var cluster = Path.Combine(home.Path, "clusters", "default");
        using (StandingUse.Begin(cluster, "http://127.0.0.1:19080"))
        {
            var refused = Assert.Throws<SfPerfException>(() => StandingUse.Begin(cluster, "http://127.0.0.1:19080"));
            Assert.Equal(ExitCode.Unreachable, refused.Code);
            Assert.StartsWith("The cluster at http://127.0.0.1:19080 is being measured by another sfperf",
                refused.Message);
        }

        StandingUse.Begin(cluster, "http://127.0.0.1:19080").Dispose();
    }
}
