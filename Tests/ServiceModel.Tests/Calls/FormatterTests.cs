using System.Threading.Tasks;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class FormatterTests
{
    [Fact]
    public void The_first_calls_of_a_contract_may_come_at_once()
    {
        for (var i = 0; i < 200; i++)
        {
            var contract = new ContractReader(typeof(ICounter)).Read();
            Parallel.For(0, 4 * contract.Operations.Count, n =>
            {
                Assert.NotNull(contract.Operations[n % contract.Operations.Count].Formatter);
            });
        }
    }
}
