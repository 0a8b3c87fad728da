using System.Linq;
using SfPerf.Client.Measuring;
using SfPerf.Client.Parameters;
using SfPerf.Client.Tests.Parameters;
using SfPerf.Contracts;
using Xunit;

namespace SfPerf.Client.Tests.Measuring;

public sealed class RunSpecificationsTests
{
    [Fact]
    public void The_requests_of_all_generators_add_up_to_the_run()
    {
        var requests = Requests("NumClients=3", "NumItems=100", "NumOutstandingWriteOperations=8",
            "NumOutstandingReadOperations=4", "WriteRatePerSecond=300", "NumWarmUpOperations=7");
        var parts = requests.Select(r => r.Specifications).ToArray();
        Assert.Equal([34, 33, 33], parts.Select(s => s.NumItems));
        Assert.Equal([1366L, 1365L, 1365L], parts.Select(s => s.NumWriteOperationsTotal));
        Assert.Equal([3, 3, 2], parts.Select(s => s.NumOutstandingWriteOperations));
        Assert.Equal([2, 1, 1], parts.Select(s => s.NumOutstandingReadOperations));
        Assert.Equal([100.0, 100.0, 100.0], requests.Select(r => r.WriteRate));
        Assert.Equal([3L, 2L, 2L], requests.Select(r => r.WarmUpOperations));
        Assert.All(requests, r => Assert.Null(r.Mixed));
    }

    [Fact]
    public void A_phase_that_is_not_run_asks_for_nothing()
    {
        var request = Requests("NumReadOperationsTotal=0", "NumOutstandingReadOperations=5").Single();
        Assert.Equal((0L, 1), (request.Specifications.NumReadOperationsTotal,
            request.Specifications.NumOutstandingReadOperations));
    }

    [Fact]
    public void A_mixed_run_is_shared_out_with_its_shares_and_rate()
    {
        var requests = Requests("Workload=YcsbD", "NumMixedOperationsTotal=1001", "NumOutstandingMixedOperations=5",
            "MixedRatePerSecond=50", "NumClients=2");
        var mixed = requests.Select(r => r.Mixed!).ToArray();
        Assert.Equal([501L, 500L], mixed.Select(m => m.NumOperationsTotal));
        Assert.Equal([3, 2], mixed.Select(m => m.NumOutstandingOperations));
        Assert.Equal([25.0, 25.0], mixed.Select(m => m.Rate));
        Assert.All(mixed, m => Assert.Equal((0.95, 0.0, 0.05), (m.Reads, m.Updates, m.Inserts)));
        Assert.Equal([0L, 0L], requests.Select(r => r.Specifications.NumWriteOperationsTotal));
    }

    private static RunRequest[] Requests(params string[] settings)
    {
        var given = Given.Json();
        foreach (var setting in settings)
            given.Set(setting);
        var parameters = new RunParameters(given.LoadValid(), "n");
        return [.. Enumerable.Range(0, parameters.Clients)
            .Select(i => RunSpecifications.Request(parameters, i, "fabric:/SfPerf/StatefulStore"))];
    }
}
