#nullable disable

using System.Fabric.Description;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

public sealed partial class FabricClient
{
    public sealed class ServiceManagementClient
    {
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private readonly GatewayClient _gateway;

        internal ServiceManagementClient(GatewayClient gateway) => _gateway = gateway;

        public Task CreateServiceAsync(ServiceDescription description) =>
            CreateServiceAsync(description, TimeoutDefault, CancellationToken.None);

        /// <summary>Creates a service in an application. When the task ends it is stored; it serves a moment later.
        /// </summary>
        /// <exception cref="ArgumentException">The description is not complete, or a value is wrong.</exception>
        /// <exception cref="FabricElementAlreadyExistsException">There is one of this name.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such application or type.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public async Task CreateServiceAsync(
            ServiceDescription description, TimeSpan timeout, CancellationToken cancellationToken)
        {
            await _gateway.CreateServiceAsync(GatewayServiceDescription.Of(description), timeout, cancellationToken)
                .ConfigureAwait(false);
        }

        public Task DeleteServiceAsync(DeleteServiceDescription deleteServiceDescription) =>
            DeleteServiceAsync(deleteServiceDescription, TimeoutDefault, CancellationToken.None);

        /// <summary>Deletes a service with its state. When the task ends it cannot be resolved any more; its replicas
        /// are closing.</summary>
        /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public Task DeleteServiceAsync(
            DeleteServiceDescription deleteServiceDescription, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(deleteServiceDescription);
            return _gateway.DeleteServiceAsync(deleteServiceDescription.ServiceName, timeout, cancellationToken);
        }

        public Task<ServiceDescription> GetServiceDescriptionAsync(Uri serviceName) =>
            GetServiceDescriptionAsync(serviceName, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets what a service was created from.</summary>
        /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public async Task<ServiceDescription> GetServiceDescriptionAsync(
            Uri serviceName, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var description = await _gateway.DescribeServiceAsync(serviceName, timeout, cancellationToken)
                .ConfigureAwait(false);
            return description.ToDescription();
        }

        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(Uri serviceName) =>
            ResolveServicePartitionAsync(serviceName, null, TimeoutDefault, CancellationToken.None);

        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(Uri serviceName, long partitionKey) =>
            ResolveServicePartitionAsync(serviceName, partitionKey, null, TimeoutDefault, CancellationToken.None);

        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(Uri serviceName, string partitionKey) =>
            ResolveServicePartitionAsync(serviceName, partitionKey, null, TimeoutDefault, CancellationToken.None);

        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(
            Uri serviceName,
            ResolvedServicePartition previousResult,
            TimeSpan timeout,
            CancellationToken cancellationToken) =>
            _gateway.ResolveAsync(serviceName, "Singleton", null, previousResult, timeout, cancellationToken);

        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(
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
        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(
            Uri serviceName,
            string partitionKey,
            ResolvedServicePartition previousResult,
            TimeSpan timeout,
            CancellationToken cancellationToken) =>
            _gateway.ResolveAsync(serviceName, "Named", partitionKey, previousResult, timeout, cancellationToken);
    }
}
