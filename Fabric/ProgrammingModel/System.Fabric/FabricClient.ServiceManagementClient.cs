#nullable disable

using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

public sealed partial class FabricClient
{
    public sealed class ServiceManagementClient
    {
        private readonly GatewayClient _gateway;

        internal ServiceManagementClient(GatewayClient gateway) => _gateway = gateway;

        internal Task<ResolvedServicePartition> ResolveServicePartitionAsync(
            Uri serviceName,
            ResolvedServicePartition previousResult,
            TimeSpan timeout,
            CancellationToken cancellationToken) =>
            _gateway.ResolveAsync(serviceName, "Singleton", null, previousResult, timeout, cancellationToken);

        internal Task<ResolvedServicePartition> ResolveServicePartitionAsync(
            Uri serviceName,
            long partitionKey,
            ResolvedServicePartition previousResult,
            TimeSpan timeout,
            CancellationToken cancellationToken) =>
            _gateway.ResolveAsync(
                serviceName,
                "Int64Range",
                partitionKey.ToString(CultureInfo.InvariantCulture),
                previousResult,
                timeout,
                cancellationToken);

        /// <summary>Finds the addresses of the partition that holds a key.</summary>
        /// <param name="serviceName">As <c>fabric:/application/service</c>.</param>
        /// <param name="partitionKey">The partition's name.</param>
        /// <param name="previousResult">
        /// What was resolved before and failed: the answer waits a moment for something newer. Null to take what is
        /// known.
        /// </param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        internal Task<ResolvedServicePartition> ResolveServicePartitionAsync(
            Uri serviceName,
            string partitionKey,
            ResolvedServicePartition previousResult,
            TimeSpan timeout,
            CancellationToken cancellationToken) =>
            _gateway.ResolveAsync(serviceName, "Named", partitionKey, previousResult, timeout, cancellationToken);
    }
}
