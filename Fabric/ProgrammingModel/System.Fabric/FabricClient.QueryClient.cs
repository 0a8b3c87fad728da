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
    public sealed class QueryClient
    {
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private readonly GatewayClient _gateway;

        internal QueryClient(GatewayClient gateway) => _gateway = gateway;

        public Task<ApplicationList> GetApplicationListAsync() => GetApplicationListAsync(null);

        public Task<ApplicationList> GetApplicationListAsync(Uri applicationNameFilter) =>
            GetApplicationListAsync(applicationNameFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the applications in the order of their creation; with a name, at most that one.</summary>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public async Task<ApplicationList> GetApplicationListAsync(
            Uri applicationNameFilter, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var all = await _gateway.GetApplicationsAsync(timeout, cancellationToken).ConfigureAwait(false);
            return Fill(new ApplicationList(), all.Where(a => IsNamed(a.Name, applicationNameFilter)),
                a => a.ToQueryResult());
        }

        public Task<ServiceList> GetServiceListAsync(Uri applicationName) =>
            GetServiceListAsync(applicationName, null);

        public Task<ServiceList> GetServiceListAsync(Uri applicationName, Uri serviceNameFilter) =>
            GetServiceListAsync(applicationName, serviceNameFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the services of an application; with a name, at most that one.</summary>
        /// <param name="applicationName">As <c>fabric:/application</c>.</param>
        /// <param name="serviceNameFilter">As <c>fabric:/application/service</c>; null for all.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public async Task<ServiceList> GetServiceListAsync(
            Uri applicationName, Uri serviceNameFilter, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(applicationName);
            var all = await _gateway.GetServicesAsync(timeout, cancellationToken).ConfigureAwait(false);
            return Fill(new ServiceList(), all.Where(s => IsNamed(s.Application, applicationName)
                && IsNamed(s.Name, serviceNameFilter)), s => s.ToQueryResult());
        }

        public Task<ServiceReplicaList> GetReplicaListAsync(Guid partitionId) =>
            GetReplicaListAsync(partitionId, 0);

        public Task<ServiceReplicaList> GetReplicaListAsync(Guid partitionId, long replicaIdOrInstanceIdFilter) =>
            GetReplicaListAsync(partitionId, replicaIdOrInstanceIdFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the replicas or instances of a partition; with an id other than 0, at most that one.</summary>
        /// <exception cref="FabricElementNotFoundException">There is no such partition.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public async Task<ServiceReplicaList> GetReplicaListAsync(Guid partitionId, long replicaIdOrInstanceIdFilter,
            TimeSpan timeout, CancellationToken cancellationToken)
        {
            var all = await _gateway.GetReplicasAsync(partitionId, timeout, cancellationToken).ConfigureAwait(false);
            return Fill(new ServiceReplicaList(), all.Replicas.Where(r => replicaIdOrInstanceIdFilter == 0
                || r.Number == replicaIdOrInstanceIdFilter), r => r.ToQueryResult(all.Stateful));
        }

        public Task<ApplicationTypeList> GetApplicationTypeListAsync() => GetApplicationTypeListAsync(null);

        public Task<ApplicationTypeList> GetApplicationTypeListAsync(string applicationTypeNameFilter) =>
            GetApplicationTypeListAsync(applicationTypeNameFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the provisioned application types; with a name, its versions.</summary>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public async Task<ApplicationTypeList> GetApplicationTypeListAsync(
            string applicationTypeNameFilter, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var all = await _gateway.GetApplicationTypesAsync(timeout, cancellationToken).ConfigureAwait(false);
            var wanted = all.Where(
                t => string.IsNullOrEmpty(applicationTypeNameFilter) || t.Name == applicationTypeNameFilter);
            return new([.. wanted.Select(t => t.ToQueryResult())]);
        }

        public Task<NodeList> GetNodeListAsync() => GetNodeListAsync(null);

        public Task<NodeList> GetNodeListAsync(string nodeNameFilter) =>
            GetNodeListAsync(nodeNameFilter, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the nodes; with a name, at most that one.</summary>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public async Task<NodeList> GetNodeListAsync(
            string nodeNameFilter, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var all = await _gateway.GetNodesAsync(timeout, cancellationToken).ConfigureAwait(false);
            var wanted = all.Where(n => string.IsNullOrEmpty(nodeNameFilter) || n.Name == nodeNameFilter);
            return Fill(new NodeList(), wanted, n => n.ToQueryResult());
        }

        public Task<ServicePartitionList> GetPartitionListAsync(Uri serviceName, Guid? partitionIdFilter) =>
            GetPartitionListAsync(serviceName, partitionIdFilter, TimeoutDefault, CancellationToken.None);

        public Task<ServicePartitionList> GetPartitionAsync(Guid partitionId) =>
            GetPartitionAsync(partitionId, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets a list of one partition.</summary>
        /// <exception cref="FabricElementNotFoundException">There is no such partition.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer in time.</exception>
        public async Task<ServicePartitionList> GetPartitionAsync(
            Guid partitionId, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var partition = await _gateway.GetPartitionAsync(partitionId, timeout, cancellationToken)
                .ConfigureAwait(false);
            return [partition.ToQueryResult()];
        }

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
