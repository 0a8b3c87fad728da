#nullable disable

using System.Collections.Generic;
using System.Fabric.Query;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

public sealed partial class FabricClient
{
    /// <summary>
    /// Lists what the cluster holds. Any thread may call it. Each answer is a new list of what was so at one moment,
    /// not divided into pages.
    /// </summary>
    public sealed class QueryClient
    {
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private readonly GatewayClient _gateway;

        internal QueryClient(GatewayClient gateway) => _gateway = gateway;

        /// <summary>Gets all applications.</summary>
        /// <returns>The applications in the order of their creation.</returns>
        public Task<ApplicationList> GetApplicationListAsync() => GetApplicationListAsync(null);

        /// <summary>Gets the applications; with a name, at most that one.</summary>
        /// <param name="applicationNameFilter">The name, as <c>fabric:/application</c>; null for all.</param>
        /// <returns>The applications in the order of their creation.</returns>
        public Task<ApplicationList> GetApplicationListAsync(Uri applicationNameFilter) =>
            GetApplicationListAsync(applicationNameFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the applications in the order of their creation; with a name, at most that one.</summary>
        /// <param name="applicationNameFilter">The name, as <c>fabric:/application</c>; null for all.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The applications; empty where there is none of this name.</returns>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ApplicationList> GetApplicationListAsync(
            Uri applicationNameFilter, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var all = await _gateway.GetApplicationsAsync(timeout, cancellationToken).ConfigureAwait(false);
            return Fill(new ApplicationList(), all.Where(a => IsNamed(a.Name, applicationNameFilter)),
                a => a.ToQueryResult());
        }

        /// <summary>Gets all services of an application.</summary>
        /// <param name="applicationName">The name of the application, as <c>fabric:/application</c>.</param>
        /// <returns>The services; empty where there is no such application.</returns>
        public Task<ServiceList> GetServiceListAsync(Uri applicationName) =>
            GetServiceListAsync(applicationName, null);

        /// <summary>Gets the services of an application; with a name, at most that one.</summary>
        /// <param name="applicationName">The name of the application, as <c>fabric:/application</c>.</param>
        /// <param name="serviceNameFilter">The name, as <c>fabric:/application/service</c>; null for all.</param>
        /// <returns>The services; empty where there is no such application or service.</returns>
        public Task<ServiceList> GetServiceListAsync(Uri applicationName, Uri serviceNameFilter) =>
            GetServiceListAsync(applicationName, serviceNameFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the services of an application; with a name, at most that one.</summary>
        /// <param name="applicationName">The name of the application, as <c>fabric:/application</c>.</param>
        /// <param name="serviceNameFilter">The name, as <c>fabric:/application/service</c>; null for all.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The services; empty where there is no such application or service.</returns>
        /// <exception cref="ArgumentNullException">The name of the application is null.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ServiceList> GetServiceListAsync(
            Uri applicationName, Uri serviceNameFilter, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(applicationName);
            var all = await _gateway.GetServicesAsync(timeout, cancellationToken).ConfigureAwait(false);
            return Fill(new ServiceList(), all.Where(s => IsNamed(s.Application, applicationName)
                && IsNamed(s.Name, serviceNameFilter)), s => s.ToQueryResult());
        }

        /// <summary>Gets all replicas or instances of a partition.</summary>
        /// <param name="partitionId">The id of the partition.</param>
        /// <returns>The replicas or instances.</returns>
        public Task<ServiceReplicaList> GetReplicaListAsync(Guid partitionId) =>
            GetReplicaListAsync(partitionId, 0);

        /// <summary>Gets the replicas or instances of a partition; with an id other than 0, at most that one.</summary>
        /// <param name="partitionId">The id of the partition.</param>
        /// <param name="replicaIdOrInstanceIdFilter">The id of the replica or instance; 0 for all.</param>
        /// <returns>The replicas or instances.</returns>
        public Task<ServiceReplicaList> GetReplicaListAsync(Guid partitionId, long replicaIdOrInstanceIdFilter) =>
            GetReplicaListAsync(partitionId, replicaIdOrInstanceIdFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the replicas or instances of a partition; with an id other than 0, at most that one.</summary>
        /// <param name="partitionId">The id of the partition.</param>
        /// <param name="replicaIdOrInstanceIdFilter">The id of the replica or instance; 0 for all.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>
        /// <see cref="System.Fabric.Query.StatefulServiceReplica"/> objects for a stateful partition,
        /// <see cref="System.Fabric.Query.StatelessServiceInstance"/> objects for a stateless one.
        /// </returns>
        /// <exception cref="FabricElementNotFoundException">There is no such partition.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ServiceReplicaList> GetReplicaListAsync(Guid partitionId, long replicaIdOrInstanceIdFilter,
            TimeSpan timeout, CancellationToken cancellationToken)
        {
            var all = await _gateway.GetReplicasAsync(partitionId, timeout, cancellationToken).ConfigureAwait(false);
            return Fill(new ServiceReplicaList(), all.Replicas.Where(r => replicaIdOrInstanceIdFilter == 0
                || r.Number() == replicaIdOrInstanceIdFilter), r => r.ToQueryResult(all.Stateful));
        }

        /// <summary>Gets all provisioned application types.</summary>
        /// <returns>The types, each version by itself.</returns>
        public Task<ApplicationTypeList> GetApplicationTypeListAsync() => GetApplicationTypeListAsync(null);

        /// <summary>Gets the provisioned application types; with a name, its versions.</summary>
        /// <param name="applicationTypeNameFilter">The name of the type; null or empty for all.</param>
        /// <returns>The types, each version by itself.</returns>
        public Task<ApplicationTypeList> GetApplicationTypeListAsync(string applicationTypeNameFilter) =>
            GetApplicationTypeListAsync(applicationTypeNameFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Gets the provisioned application types; with a name, its versions. Applications that were deployed without
        /// provisioning a type add none.
        /// </summary>
        /// <param name="applicationTypeNameFilter">The name of the type; null or empty for all.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The types, each version by itself; empty where there is none of this name.</returns>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ApplicationTypeList> GetApplicationTypeListAsync(
            string applicationTypeNameFilter, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var all = await _gateway.GetApplicationTypesAsync(timeout, cancellationToken).ConfigureAwait(false);
            var wanted = all.Where(
                t => string.IsNullOrEmpty(applicationTypeNameFilter) || t.Name == applicationTypeNameFilter);
            return new([.. wanted.Select(t => t.ToQueryResult())]);
        }

        /// <summary>Gets all nodes.</summary>
        /// <returns>The nodes, also those that are down.</returns>
        public Task<NodeList> GetNodeListAsync() => GetNodeListAsync(null);

        /// <summary>Gets the nodes; with a name, at most that one.</summary>
        /// <param name="nodeNameFilter">The name of the node, such as <c>_Node_0</c>; null or empty for all.</param>
        /// <returns>The nodes, also those that are down.</returns>
        public Task<NodeList> GetNodeListAsync(string nodeNameFilter) =>
            GetNodeListAsync(nodeNameFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the nodes; with a name, at most that one.</summary>
        /// <param name="nodeNameFilter">The name of the node, such as <c>_Node_0</c>; null or empty for all.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The nodes, also those that are down; empty where there is none of this name.</returns>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<NodeList> GetNodeListAsync(
            string nodeNameFilter, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var all = await _gateway.GetNodesAsync(timeout, cancellationToken).ConfigureAwait(false);
            var wanted = all.Where(n => string.IsNullOrEmpty(nodeNameFilter) || n.Name == nodeNameFilter);
            return Fill(new NodeList(), wanted, n => n.ToQueryResult());
        }

        /// <summary>Gets the partitions of a service; with an id, at most that one.</summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <param name="partitionIdFilter">The id of the partition; null for all.</param>
        /// <returns>The partitions in the order of their keys.</returns>
        public Task<ServicePartitionList> GetPartitionListAsync(Uri serviceName, Guid? partitionIdFilter) =>
            GetPartitionListAsync(serviceName, partitionIdFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets a list of one partition, of whichever service.</summary>
        /// <param name="partitionId">The id of the partition.</param>
        /// <returns>A list with this partition.</returns>
        public Task<ServicePartitionList> GetPartitionAsync(Guid partitionId) =>
            GetPartitionAsync(partitionId, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets a list of one partition, of whichever service.</summary>
        /// <param name="partitionId">The id of the partition.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>A list with this partition.</returns>
        /// <exception cref="FabricElementNotFoundException">There is no such partition.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ServicePartitionList> GetPartitionAsync(
            Guid partitionId, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var partition = await _gateway.GetPartitionAsync(partitionId, timeout, cancellationToken)
                .ConfigureAwait(false);
            return [partition.ToQueryResult()];
        }

        /// <summary>Gets all partitions of a service.</summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <returns>The partitions in the order of their keys.</returns>
        public Task<ServicePartitionList> GetPartitionListAsync(Uri serviceName) =>
            GetPartitionListAsync(serviceName, null, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets a service's partitions in the order of their keys; with an id, at most that one.</summary>
        /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
        /// <param name="partitionIdFilter">The id of the partition; null for all.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>
        /// <see cref="System.Fabric.Query.StatefulServicePartition"/> objects for a stateful service,
        /// <see cref="System.Fabric.Query.StatelessServicePartition"/> objects for a stateless one.
        /// </returns>
        /// <exception cref="ArgumentNullException">The name of the service is null.</exception>
        /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present, or the cluster starts; try
        /// again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
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

        private static bool IsNamed(string name, Uri filter) => filter is null || new Uri(name) == filter;

        private static TList Fill<TList, TItem, TResult>(
            TList list, IEnumerable<TItem> items, Func<TItem, TResult> result) where TList : PagedList<TResult>
        {
            foreach (var item in items)
                list.Add(result(item));
            return list;
        }
    }
}
