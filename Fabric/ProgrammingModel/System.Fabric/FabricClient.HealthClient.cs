#nullable disable

using System.Fabric.Health;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

public sealed partial class FabricClient
{
    public sealed class HealthClient
    {
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private readonly GatewayClient _gateway;
        private readonly HealthSender _sender;
        private readonly HealthSequence _sequence = new(TimeProvider.System);

        internal HealthClient(GatewayClient gateway) =>
            (_gateway, _sender) = (gateway, new(gateway, TimeProvider.System));

        public void ReportHealth(HealthReport healthReport) => ReportHealth(healthReport, null);

        /// <summary>Reports the health of an entity. Returns before the report is sent; it is sent at once, and again
        /// until a gateway answers or the client is disposed of. A report of an entity that is not there is dropped.
        /// </summary>
        /// <param name="healthReport">Read before this method returns.</param>
        /// <param name="sendOptions">Has no effect: every report is sent at once.</param>
        /// <exception cref="ArgumentException">The state is not Ok, Warning or Error, the source begins with System.,
        /// or the time to live is not above zero.</exception>
        /// <exception cref="FabricException">8192 reports wait to be sent (FabricHealthMaxReportsReached).</exception>
        public void ReportHealth(HealthReport healthReport, HealthReportSendOptions sendOptions)
        {
            ArgumentNullException.ThrowIfNull(healthReport);
            var information = healthReport.HealthInformation;
            information.Check();
            _sender.Send(GatewayHealthReport.Of(healthReport, _sequence.Of(information)));
        }

        public Task<ClusterHealth> GetClusterHealthAsync() =>
            GetClusterHealthAsync(TimeoutDefault, CancellationToken.None);

        /// <summary>Gets the health of the cluster, of its nodes and of its applications.</summary>
        public async Task<ClusterHealth> GetClusterHealthAsync(TimeSpan timeout, CancellationToken cancellationToken)
        {
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            return status.Fill(new ClusterHealth
            {
                NodeHealthStates = [.. status.Nodes.Select(
                    n => new NodeHealthState { NodeName = n.Name, AggregatedHealthState = n.Health })],
                ApplicationHealthStates = [.. status.Applications.Select(a => new ApplicationHealthState
                {
                    ApplicationName = new(a.Name), AggregatedHealthState = a.Health,
                })],
            }, status.Health, "cluster");
        }

        public Task<NodeHealth> GetNodeHealthAsync(string nodeName) =>
            GetNodeHealthAsync(nodeName, TimeoutDefault, CancellationToken.None);

        /// <exception cref="FabricElementNotFoundException">There is no such node.</exception>
        public async Task<NodeHealth> GetNodeHealthAsync(
            string nodeName, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            var node = status.Nodes.FirstOrDefault(n => n.Name == nodeName) ?? throw Missing($"node '{nodeName}'");
            return status.Fill(new NodeHealth { NodeName = node.Name }, node.Health, node.Name);
        }

        public Task<ApplicationHealth> GetApplicationHealthAsync(Uri applicationName) =>
            GetApplicationHealthAsync(applicationName, TimeoutDefault, CancellationToken.None);

        /// <exception cref="FabricElementNotFoundException">There is no such application.</exception>
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
                    ServiceName = new(s.Name), AggregatedHealthState = s.Health,
                })],
            }, application.Health, application.Name);
        }

        public Task<ServiceHealth> GetServiceHealthAsync(Uri serviceName) =>
            GetServiceHealthAsync(serviceName, TimeoutDefault, CancellationToken.None);

        /// <exception cref="FabricElementNotFoundException">There is no such service.</exception>
        public async Task<ServiceHealth> GetServiceHealthAsync(
            Uri serviceName, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(serviceName);
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            var service = status.Applications.SelectMany(a => a.Services)
                .FirstOrDefault(s => s.Name == serviceName.ToString()) ?? throw Missing($"service '{serviceName}'");
            return status.Fill(new ServiceHealth
            {
                ServiceName = new(service.Name),
                PartitionHealthStates = [.. service.Partitions.Select(
                    p => new PartitionHealthState { PartitionId = p.Id, AggregatedHealthState = p.Health })],
            }, service.Health, service.Name);
        }

        public Task<PartitionHealth> GetPartitionHealthAsync(Guid partitionId) =>
            GetPartitionHealthAsync(partitionId, TimeoutDefault, CancellationToken.None);

        /// <exception cref="FabricElementNotFoundException">There is no such partition.</exception>
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

        public Task<ReplicaHealth> GetReplicaHealthAsync(Guid partitionId, long replicaId) =>
            GetReplicaHealthAsync(partitionId, replicaId, TimeoutDefault, CancellationToken.None);

        /// <exception cref="FabricElementNotFoundException">There is no such replica or instance.</exception>
        public async Task<ReplicaHealth> GetReplicaHealthAsync(
            Guid partitionId, long replicaId, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var status = await _gateway.GetStatusAsync(timeout, cancellationToken).ConfigureAwait(false);
            var (service, partition) = Partition(status, partitionId);
            var replica = partition.Replicas.FirstOrDefault(r => r.Number == replicaId)
                ?? throw Missing($"replica or instance {replicaId} of partition {partitionId}");
            ReplicaHealth health = partition.Stateful
                ? new StatefulServiceReplicaHealth() : new StatelessServiceInstanceHealth();
            (health.PartitionId, health.Id) = (partitionId, replicaId);
            return status.Fill(health, replica.Health, $"{service.Name}/{partitionId}/{replicaId}");
        }

        internal void Stop() => _sender.Stop();

        private static ReplicaHealthState State(GatewayPartition partition, GatewayReplica replica) =>
            partition.Stateful
                ? new StatefulServiceReplicaHealthState
                {
                    PartitionId = partition.Id, Id = replica.Number, AggregatedHealthState = replica.Health,
                }
                : new StatelessServiceInstanceHealthState
                {
                    PartitionId = partition.Id, Id = replica.Number, AggregatedHealthState = replica.Health,
                };

        private static (GatewayService Service, GatewayPartition Partition) Partition(GatewayStatus status, Guid id)
        {
            var found = status.Applications.SelectMany(a => a.Services)
                .SelectMany(s => s.Partitions, (s, p) => (Service: s, Partition: p))
                .FirstOrDefault(f => f.Partition.Id == id);
            return found.Partition is null ? throw Missing($"partition {id}") : found;
        }

        private static FabricElementNotFoundException Missing(string what) =>
            new($"The health store knows no {what}.", FabricErrorCode.FabricHealthEntityNotFound);
    }
}
