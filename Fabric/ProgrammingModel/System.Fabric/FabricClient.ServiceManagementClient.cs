#nullable disable

using System.Fabric.Description;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

public sealed partial class FabricClient
{
    /// <summary>Creates, deletes, describes and resolves services. Any thread may call it.</summary>
    public sealed class ServiceManagementClient
    {
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private readonly GatewayClient _gateway;

        internal ServiceManagementClient(GatewayClient gateway) => _gateway = gateway;

        /// <summary>Creates a service in an application. See the overload with a timeout.</summary>
        /// <param name="description">What the service is created from.</param>
        /// <returns>A task that ends when the service is stored.</returns>
        public Task CreateServiceAsync(ServiceDescription description) =>
            CreateServiceAsync(description, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Creates a service in an application. When the task ends, the service is stored; it serves a moment later.
        /// </summary>
        /// <param name="description">What the service is created from; read before the method returns.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait, not the creation.</param>
        /// <returns>A task that ends when the service is stored.</returns>
        /// <exception cref="ArgumentException">The description is not complete, or a value is wrong; the message tells
        /// what is allowed.</exception>
        /// <exception cref="FabricElementAlreadyExistsException">There is one of this name.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such application or type, or the type is of the
        /// other kind.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time; the service may have been created.</exception>
        /// <remarks>
        /// The service stays until it is deleted, or until its application is replaced or removed. Between its creation
        /// and its first endpoint it cannot be resolved.
        /// </remarks>
        public async Task CreateServiceAsync(
            ServiceDescription description, TimeSpan timeout, CancellationToken cancellationToken)
        {
            await _gateway.CreateServiceAsync(description.ToRequest(), timeout, cancellationToken)
                .ConfigureAwait(false);
        }

        /// <summary>Deletes a service with its state. See the overload with a timeout.</summary>
        /// <param name="deleteServiceDescription">The service.</param>
        /// <returns>A task that ends when the service cannot be resolved any more.</returns>
        public Task DeleteServiceAsync(DeleteServiceDescription deleteServiceDescription) =>
            DeleteServiceAsync(deleteServiceDescription, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Deletes a service with its state. When the task ends, the service cannot be resolved any more; its replicas
        /// are closing.
        /// </summary>
        /// <param name="deleteServiceDescription">The service.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait, not the deletion.</param>
        /// <returns>A task that ends when the service cannot be resolved any more.</returns>
        /// <exception cref="ArgumentNullException">The description is null.</exception>
        /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time; the service may have been deleted.</exception>
        /// <remarks>What lies on the disk of a node that is down stays there.</remarks>
        public Task DeleteServiceAsync(
            DeleteServiceDescription deleteServiceDescription, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(deleteServiceDescription);
            return _gateway.DeleteServiceAsync(deleteServiceDescription.ServiceName, timeout, cancellationToken);
        }

        /// <summary>Gets what a service was created from. See the overload with a timeout.</summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <returns>A new description.</returns>
        public Task<ServiceDescription> GetServiceDescriptionAsync(Uri serviceName) =>
            GetServiceDescriptionAsync(serviceName, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Gets what a service was created from, by a client or as a default service of its application.
        /// </summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>
        /// A new <see cref="StatefulServiceDescription"/> or <see cref="StatelessServiceDescription"/>.
        /// </returns>
        /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ServiceDescription> GetServiceDescriptionAsync(
            Uri serviceName, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var description = await _gateway.DescribeServiceAsync(serviceName, timeout, cancellationToken)
                .ConfigureAwait(false);
            return description.ToDescription();
        }

        /// <summary>Finds the addresses of a singleton partition.</summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <returns>The addresses that are known now, at least one.</returns>
        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(Uri serviceName) =>
            ResolveServicePartitionAsync(serviceName, null, TimeoutDefault, CancellationToken.None);

        /// <summary>Finds the addresses of the partition whose range holds a number.</summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <param name="partitionKey">The number.</param>
        /// <returns>The addresses that are known now, at least one.</returns>
        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(Uri serviceName, long partitionKey) =>
            ResolveServicePartitionAsync(serviceName, partitionKey, null, TimeoutDefault, CancellationToken.None);

        /// <summary>Finds the addresses of the partition with a name.</summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <param name="partitionKey">The partition's name.</param>
        /// <returns>The addresses that are known now, at least one.</returns>
        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(Uri serviceName, string partitionKey) =>
            ResolveServicePartitionAsync(serviceName, partitionKey, null, TimeoutDefault, CancellationToken.None);

        /// <summary>Finds the addresses of a singleton partition. See the overload with a name.</summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <param name="previousResult">What was resolved before and failed; null to take what is known.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The addresses that are known now, at least one.</returns>
        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(
            Uri serviceName,
            ResolvedServicePartition previousResult,
            TimeSpan timeout,
            CancellationToken cancellationToken) =>
            _gateway.ResolveAsync(serviceName, "Singleton", null, previousResult, timeout, cancellationToken);

        /// <summary>
        /// Finds the addresses of the partition whose range holds a number. See the overload with a name.
        /// </summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <param name="partitionKey">The number.</param>
        /// <param name="previousResult">What was resolved before and failed; null to take what is known.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The addresses that are known now, at least one.</returns>
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

        /// <summary>
        /// Finds the addresses of the partition with a name. Every call asks the cluster: nothing is cached.
        /// </summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>. A relative name
        /// such as <c>service</c> is allowed where only one service of the cluster ends so; Service Fabric refuses
        /// it.</param>
        /// <param name="partitionKey">The partition's name.</param>
        /// <param name="previousResult">What was resolved before and failed: the answer waits up to 1 s for something
        /// newer, and is the same again if nothing is. Null to take what is known.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The addresses that are known now, at least one.</returns>
        /// <exception cref="ArgumentException">The name does not begin with <c>fabric:/</c>, or a relative one fits
        /// several services.</exception>
        /// <exception cref="ArgumentNullException">The name of the service is null.</exception>
        /// <exception cref="FabricInvalidPartitionKeyException">The key is of another kind than the service's
        /// partitions, or lies in none.</exception>
        /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
        /// <exception cref="FabricTransientException">The partition has no address at present (<c>ServiceOffline</c>),
        /// or no gateway answers. Try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public Task<ResolvedServicePartition> ResolveServicePartitionAsync(
            Uri serviceName,
            string partitionKey,
            ResolvedServicePartition previousResult,
            TimeSpan timeout,
            CancellationToken cancellationToken) =>
            _gateway.ResolveAsync(serviceName, "Named", partitionKey, previousResult, timeout, cancellationToken);
    }
}
