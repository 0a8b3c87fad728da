#nullable disable

using System.Fabric.Health;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Gateway;
using SfPerf.Fabric.ProgrammingModel;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

public sealed partial class FabricClient
{
    /// <summary>Reports and reads health. Any thread may call it.</summary>
    /// <remarks>
    /// <para>The health of an entity is the worst of what is said of itself and of the groups of entities that it
    /// contains, as the application's health policy judges them. Queries take no policies of their own, and the results
    /// have no list of unhealthy evaluations.</para>
    /// <para>Reports are kept in the memory of the cluster's manager, as long as it runs and the entity lives: the
    /// newest one of each source and property, 8,192 in all. One more drops the oldest.</para>
    /// </remarks>
    public sealed class HealthClient
    {
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private readonly GatewayClient _gateway;
        private readonly HealthSender _sender;
        private readonly HealthSequence _sequence = new(TimeProvider.System);

        internal HealthClient(GatewayClient gateway) =>
            (_gateway, _sender) = (gateway, new(gateway, TimeProvider.System));

        /// <summary>Reports the health of an entity. See the overload with options.</summary>
        /// <param name="healthReport">The entity, and what is said of it.</param>
        public void ReportHealth(HealthReport healthReport) => ReportHealth(healthReport, null);

        /// <summary>
        /// Reports the health of an entity. Returns before the report is sent. It is sent at once, after those before
        /// it, and again until a gateway answers or the client is disposed of.
        /// </summary>
        /// <param name="healthReport">The entity, and what is said of it. Read before this method returns.</param>
        /// <param name="sendOptions">Has no effect: every report is sent at once. Null is allowed.</param>
        /// <exception cref="ArgumentException">The state is not Ok, Warning or Error, the source begins with
        /// <c>System.</c>, or the time to live is not above zero.</exception>
        /// <exception cref="ArgumentNullException">The report is null.</exception>
        /// <exception cref="FabricException">8,192 reports wait to be sent (<c>FabricHealthMaxReportsReached</c>). Try
        /// again later.</exception>
        /// <exception cref="ObjectDisposedException">The client was disposed of.</exception>
        /// <remarks>
        /// A report of an entity that is not there is dropped, and so is one whose number is not above the last one of
        /// its source and property. Service Fabric keeps a report until there is such an entity.
        /// </remarks>
        public void ReportHealth(HealthReport healthReport, HealthReportSendOptions sendOptions)
        {
            ArgumentNullException.ThrowIfNull(healthReport);
            var information = healthReport.HealthInformation;
            information.Check();
            _sender.Send(healthReport.ToRequest(_sequence.Of(information)));
        }

        /// <summary>Gets the health of the cluster, of its nodes and of its applications.</summary>
        /// <returns>The health at the time of the answer.</returns>
        public Task<ClusterHealth> GetClusterHealthAsync() =>
            GetClusterHealthAsync(TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the health of the cluster, of its nodes and of its applications.</summary>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The health at the time of the answer.</returns>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ClusterHealth> GetClusterHealthAsync(TimeSpan timeout, CancellationToken cancellationToken)
        {
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            return status.Fill(new ClusterHealth
            {
                NodeHealthStates = [.. status.Nodes.Select(n => new NodeHealthState
                {
                    NodeName = n.Name, AggregatedHealthState = QueryResults.Health(n.Health),
                })],
                ApplicationHealthStates = [.. status.Applications.Select(a => new ApplicationHealthState
                {
                    ApplicationName = new(a.Name), AggregatedHealthState = QueryResults.Health(a.Health),
                })],
            }, status.Health, "cluster");
        }

        /// <summary>Gets the health of a node.</summary>
        /// <param name="nodeName">The name of the node, such as <c>_Node_0</c>.</param>
        /// <returns>The health at the time of the answer.</returns>
        public Task<NodeHealth> GetNodeHealthAsync(string nodeName) =>
            GetNodeHealthAsync(nodeName, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Gets the health of a node. A node that is down has an event of the source <c>System.FM</c>.
        /// </summary>
        /// <param name="nodeName">The name of the node, such as <c>_Node_0</c>.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The health at the time of the answer.</returns>
        /// <exception cref="FabricElementNotFoundException">There is no such node.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<NodeHealth> GetNodeHealthAsync(
            string nodeName, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            var node = status.Nodes.FirstOrDefault(n => n.Name == nodeName) ?? throw Missing($"node '{nodeName}'");
            return status.Fill(new NodeHealth { NodeName = node.Name }, node.Health, node.Name);
        }

        /// <summary>Gets the health of an application and of its services.</summary>
        /// <param name="applicationName">The name of the application, as <c>fabric:/application</c>.</param>
        /// <returns>The health at the time of the answer.</returns>
        public Task<ApplicationHealth> GetApplicationHealthAsync(Uri applicationName) =>
            GetApplicationHealthAsync(applicationName, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Gets the health of an application and of its services. What its processes on the nodes lack counts as well,
        /// and is not listed.
        /// </summary>
        /// <param name="applicationName">The name of the application, as <c>fabric:/application</c>.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The health at the time of the answer.</returns>
        /// <exception cref="ArgumentNullException">The name is null.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such application.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ApplicationHealth> GetApplicationHealthAsync(
            Uri applicationName, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(applicationName);
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            var application = status.Applications.FirstOrDefault(a => a.Name == applicationName.ToString())
                ?? throw Missing($"application '{applicationName}'");
            return status.Fill(new ApplicationHealth
            {
                ApplicationName = new(application.Name),
                ServiceHealthStates = [.. application.Services.Select(s => new ServiceHealthState
                {
                    ServiceName = new(s.Name), AggregatedHealthState = QueryResults.Health(s.Health),
                })],
            }, application.Health, application.Name);
        }

        /// <summary>Gets the health of a service and of its partitions.</summary>
        /// <param name="serviceName">The full name of the service, as <c>fabric:/application/service</c>.</param>
        /// <returns>The health at the time of the answer.</returns>
        public Task<ServiceHealth> GetServiceHealthAsync(Uri serviceName) =>
            GetServiceHealthAsync(serviceName, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the health of a service and of its partitions.</summary>
        /// <param name="serviceName">The full name of the service, as <c>fabric:/application/service</c>.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The health at the time of the answer.</returns>
        /// <exception cref="ArgumentNullException">The name is null.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such service.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ServiceHealth> GetServiceHealthAsync(
            Uri serviceName, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(serviceName);
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            var service = status.Services.FirstOrDefault(s => s.Name == serviceName.ToString())
                ?? throw Missing($"service '{serviceName}'");
            return status.Fill(new ServiceHealth
            {
                ServiceName = new(service.Name),
                PartitionHealthStates = [.. service.Partitions.Select(
                    p => new PartitionHealthState
                    {
                        PartitionId = p.Id,
                        AggregatedHealthState = QueryResults.Health(p.Health),
                    })],
            }, service.Health, service.Name);
        }

        /// <summary>Gets the health of a partition and of its replicas or instances.</summary>
        /// <param name="partitionId">The id of the partition.</param>
        /// <returns>The health at the time of the answer.</returns>
        public Task<PartitionHealth> GetPartitionHealthAsync(Guid partitionId) =>
            GetPartitionHealthAsync(partitionId, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the health of a partition and of its replicas or instances.</summary>
        /// <param name="partitionId">The id of the partition.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The health at the time of the answer.</returns>
        /// <exception cref="FabricElementNotFoundException">There is no such partition.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<PartitionHealth> GetPartitionHealthAsync(
            Guid partitionId, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            var (service, partition) = Partition(status, partitionId);
            return status.Fill(new PartitionHealth
            {
                PartitionId = partitionId,
                ReplicaHealthStates = [.. partition.Replicas.Select(r => State(partition, r))],
            }, partition.Health, $"{service.Name}/{partitionId}");
        }

        /// <summary>Gets the health of a replica or instance.</summary>
        /// <param name="partitionId">The id of the partition.</param>
        /// <param name="replicaId">The id of the replica or instance.</param>
        /// <returns>The health at the time of the answer.</returns>
        public Task<ReplicaHealth> GetReplicaHealthAsync(Guid partitionId, long replicaId) =>
            GetReplicaHealthAsync(partitionId, replicaId, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the health of a replica or instance.</summary>
        /// <param name="partitionId">The id of the partition.</param>
        /// <param name="replicaId">The id of the replica or instance.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>
        /// A <see cref="StatefulServiceReplicaHealth"/> or a <see cref="StatelessServiceInstanceHealth"/>.
        /// </returns>
        /// <exception cref="FabricElementNotFoundException">There is no such replica or instance.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<ReplicaHealth> GetReplicaHealthAsync(
            Guid partitionId, long replicaId, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            var (service, partition) = Partition(status, partitionId);
            var replica = partition.Replicas.FirstOrDefault(r => r.Number() == replicaId)
                ?? throw Missing($"replica or instance {replicaId} of partition {partitionId}");
            ReplicaHealth health = partition.Stateful
                ? new StatefulServiceReplicaHealth() : new StatelessServiceInstanceHealth();
            (health.PartitionId, health.Id) = (partitionId, replicaId);
            return status.Fill(health, replica.Health, $"{service.Name}/{partitionId}/{replicaId}");
        }

        internal void Stop() => _sender.Stop();

        private static ReplicaHealthState State(PartitionView partition, ReplicaStatusView replica) =>
            partition.Stateful
                ? new StatefulServiceReplicaHealthState
                {
                    PartitionId = partition.Id, Id = replica.Number(),
                    AggregatedHealthState = QueryResults.Health(replica.Health),
                }
                : new StatelessServiceInstanceHealthState
                {
                    PartitionId = partition.Id, Id = replica.Number(),
                    AggregatedHealthState = QueryResults.Health(replica.Health),
                };

        private static (ServiceView Service, PartitionView Partition) Partition(ClusterView status, Guid id)
        {
            var found = status.Services.SelectMany(s => s.Partitions, (s, p) => (Service: s, Partition: p))
                .FirstOrDefault(f => f.Partition.Id == id);
            return found.Partition is null ? throw Missing($"partition {id}") : found;
        }

        private static FabricElementNotFoundException Missing(string what) =>
            new($"The health store knows no {what}.", FabricErrorCode.FabricHealthEntityNotFound);
    }
}
