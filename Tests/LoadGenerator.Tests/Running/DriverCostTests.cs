using System;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Running;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

[Collection(Alone.Name)]
public sealed class DriverCostTests
{
    [Fact]
    public async Task An_operation_on_a_target_that_does_nothing_costs_at_most_300_ns_and_0_bytes()
    {
        const int Operations = 1_000_000;
        var runner = new LoadRunner(new TestTarget(), new RunSpecification { Items = 2048 });
        await runner.PrepareAsync(default);
        var phase = new PhaseSpecification { Name = "write", Operations = Operations };
        await runner.RunPhaseAsync(phase, default);
        var (best, bytes) = (double.MaxValue, double.MaxValue);
        for (var round = 0; round < 5; round++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            var result = await runner.RunPhaseAsync(phase, default);
            bytes = Math.Min(bytes, (double)(GC.GetTotalAllocatedBytes(precise: true) - before) / Operations);
            best = Math.Min(best, result[0].Seconds * 1e9 / Operations);
        }
        TestContext.Current.TestOutputHelper?.WriteLine($"{best:0} ns, {bytes:0.000} bytes an operation");
        // A phase itself (its histograms, one row a second, the result) takes some 0.7 MB, whatever its length.
        Assert.InRange(bytes, 0, 2);
        Assert.InRange(best, 0, OptimizedBuild ? 300 : 600);
    }

    private static bool OptimizedBuild =>
#if DEBUG
        false;
#else
        true;
#endif
}
