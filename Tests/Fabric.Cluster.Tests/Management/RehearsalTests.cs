using System.Fabric;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading.Tasks;
using SfPerf.Fabric.Hosting;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class RehearsalTests
{
    // A host that could not rehearse would serve all the same: nobody would notice that this does not work any more.
    [Fact]
    public async Task Two_replicas_in_memory_go_through_a_promotion_and_a_write()
    {
        // The state managers of a rehearsal have no service to learn of.
        var context = (StatefulServiceContext)RuntimeHelpers.GetUninitializedObject(typeof(StatefulServiceContext));

        await Rehearsal.PlayAsync(context, Encoding.UTF8.GetBytes("secret"), TestContext.Current.CancellationToken);
    }
}
