#nullable disable

using System.Fabric.Result;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

public sealed partial class FabricClient
{
    public sealed class TestManagementClient
    {
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private readonly GatewayClient _gateway;

        internal TestManagementClient(GatewayClient gateway) => _gateway = gateway;

        public Task StartPartitionDataLossAsync(
            Guid operationId, PartitionSelector partitionSelector, DataLossMode dataLossMode) =>
            StartPartitionDataLossAsync(
                operationId, partitionSelector, dataLossMode, TimeoutDefault, CancellationToken.None);

        public Task StartPartitionDataLossAsync(Guid operationId, PartitionSelector partitionSelector,
            DataLossMode dataLossMode, CancellationToken cancellationToken) =>
            StartPartitionDataLossAsync(
                operationId, partitionSelector, dataLossMode, TimeoutDefault, cancellationToken);

        public Task StartPartitionDataLossAsync(Guid operationId, PartitionSelector partitionSelector,
            DataLossMode dataLossMode, TimeSpan operationTimeout) =>
            StartPartitionDataLossAsync(
                operationId, partitionSelector, dataLossMode, operationTimeout, CancellationToken.None);

        /// <summary>Lets a stateful partition lose replicas with their state. The primary that comes next has a higher
        /// DataLossNumber in its epoch, and its service's OnDataLossAsync is called before anybody reads or writes.
        /// When the task ends, the loss has begun.</summary>
        /// <param name="operationId">A new id, under which the progress is found: the last 1024 faults are
        /// kept.</param>
        /// <param name="partitionSelector">The partition, which must be ready.</param>
        /// <param name="dataLossMode">How much is lost.</param>
        /// <param name="operationTimeout">The longest wait for the answer.</param>
        /// <param name="cancellationToken">Ends the wait, not the loss.</param>
        /// <exception cref="ArgumentException">The mode is neither partial nor full.</exception>
        /// <exception cref="FabricException">The id is known (TestCommandOperationIdAlreadyExists).</exception>
        /// <exception cref="FabricInvalidForStatelessServicesException">The service is stateless.</exception>
        /// <exception cref="FabricInvalidPartitionSelectorException">There is no such partition.</exception>
        /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
        /// <exception cref="InvalidOperationException">The partition is not ready; try again.</exception>
        public async Task StartPartitionDataLossAsync(Guid operationId, PartitionSelector partitionSelector,
            DataLossMode dataLossMode, TimeSpan operationTimeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(partitionSelector);
            if (dataLossMode is not (DataLossMode.PartialDataLoss or DataLossMode.FullDataLoss))
            {
                throw new ArgumentException($"The mode is {dataLossMode}. Allowed: PartialDataLoss, FullDataLoss.",
                    nameof(dataLossMode));
            }
            var partitions = await _gateway.GetPartitionsAsync(
                partitionSelector.ServiceName, operationTimeout, cancellationToken).ConfigureAwait(false);
            var partition = partitionSelector.Select(partitions.Select(p => p.ToInformation()));
            await _gateway.StartDataLossAsync(partition, new() { OperationId = operationId, Mode = dataLossMode },
                operationTimeout, cancellationToken).ConfigureAwait(false);
        }

        public Task<PartitionDataLossProgress> GetPartitionDataLossProgressAsync(Guid operationId) =>
            GetPartitionDataLossProgressAsync(operationId, TimeoutDefault, CancellationToken.None);

        public Task<PartitionDataLossProgress> GetPartitionDataLossProgressAsync(Guid operationId, TimeSpan timeout) =>
            GetPartitionDataLossProgressAsync(operationId, timeout, CancellationToken.None);

        public Task<PartitionDataLossProgress> GetPartitionDataLossProgressAsync(
            Guid operationId, CancellationToken cancellationToken) =>
            GetPartitionDataLossProgressAsync(operationId, TimeoutDefault, cancellationToken);

        /// <summary>Gets how far a data loss is: Running until the partition serves again, then Completed; Faulted if
        /// its service was deleted meanwhile.</summary>
        /// <exception cref="FabricElementNotFoundException">There is no such operation.</exception>
        public async Task<PartitionDataLossProgress> GetPartitionDataLossProgressAsync(
            Guid operationId, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var now = await _gateway.GetTestCommandAsync(operationId, timeout, cancellationToken)
                .ConfigureAwait(false);
            var result = now.State == TestCommandProgressState.Running ? null : new PartitionDataLossResult
            {
                SelectedPartition = new(new(now.Service), now.Partition),
                Exception = now.State == TestCommandProgressState.Faulted
                    ? new FabricElementNotFoundException($"Partition {now.Partition} of {now.Service} was deleted.",
                        FabricErrorCode.PartitionNotFound) : null,
            };
            return new() { State = now.State, Result = result };
        }
    }
}
