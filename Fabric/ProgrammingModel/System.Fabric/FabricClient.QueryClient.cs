#nullable disable

using System.Fabric.Query;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

public sealed partial class FabricClient
{
    public sealed class QueryClient
    {
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private readonly GatewayClient _gateway;

        internal QueryClient(GatewayClient gateway) => _gateway = gateway;

        public Task<ServicePartitionList> GetPartitionListAsync(Uri serviceName) =>
            GetPartitionListAsync(serviceName, null, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets a service's partitions in the order of their keys.</summary>
        /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public async Task<ServicePartitionList> GetPartitionListAsync(
            Uri serviceName, Guid? partitionIdFilter, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(serviceName);
            var list = new ServicePartitionList();
            var partitions = await _gateway.GetPartitionsAsync(serviceName, timeout, cancellationToken)
                .ConfigureAwait(false);
            foreach (var partition in partitions)
            {
                if (partitionIdFilter is null || partitionIdFilter == partition.Id)
                    list.Add(partition.ToQueryResult());
            }

            return list;
        }
    }
}
