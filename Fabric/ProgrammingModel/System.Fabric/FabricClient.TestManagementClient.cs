#nullable disable

using System.Fabric.Result;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

public sealed partial class FabricClient
{
    /// <summary>Lets partitions lose data on purpose, to test how services take it. Any thread may call it.</summary>
    /// <remarks>
    /// The cluster's manager carries the commands out and keeps the last 1,024 in its state, also over a restart.
    /// Commands are cancelled over REST only.
    /// </remarks>
    public sealed class TestManagementClient
    {
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private readonly GatewayClient _gateway;

        internal TestManagementClient(GatewayClient gateway) => _gateway = gateway;

        /// <summary>
        /// Lets a stateful partition lose replicas with their state. See the overload with all parameters.
        /// </summary>
        /// <param name="operationId">A new id, under which the progress is found.</param>
        /// <param name="partitionSelector">The partition, which must be ready.</param>
        /// <param name="dataLossMode">How much is lost.</param>
        /// <returns>A task that ends when the loss has begun.</returns>
        public Task StartPartitionDataLossAsync(
            Guid operationId, PartitionSelector partitionSelector, DataLossMode dataLossMode) =>
            StartPartitionDataLossAsync(
                operationId, partitionSelector, dataLossMode, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Lets a stateful partition lose replicas with their state. See the overload with all parameters.
        /// </summary>
        /// <param name="operationId">A new id, under which the progress is found.</param>
        /// <param name="partitionSelector">The partition, which must be ready.</param>
        /// <param name="dataLossMode">How much is lost.</param>
        /// <param name="cancellationToken">Ends the wait, not the loss.</param>
        /// <returns>A task that ends when the loss has begun.</returns>
        public Task StartPartitionDataLossAsync(Guid operationId, PartitionSelector partitionSelector,
            DataLossMode dataLossMode, CancellationToken cancellationToken) =>
            StartPartitionDataLossAsync(
                operationId, partitionSelector, dataLossMode, TimeoutDefault, cancellationToken);

        /// <summary>
        /// Lets a stateful partition lose replicas with their state. See the overload with all parameters.
        /// </summary>
        /// <param name="operationId">A new id, under which the progress is found.</param>
        /// <param name="partitionSelector">The partition, which must be ready.</param>
        /// <param name="dataLossMode">How much is lost.</param>
        /// <param name="operationTimeout">The longest wait for an answer.</param>
        /// <returns>A task that ends when the loss has begun.</returns>
        public Task StartPartitionDataLossAsync(Guid operationId, PartitionSelector partitionSelector,
            DataLossMode dataLossMode, TimeSpan operationTimeout) =>
            StartPartitionDataLossAsync(
                operationId, partitionSelector, dataLossMode, operationTimeout, CancellationToken.None);

        /// <summary>
        /// Lets a stateful partition lose replicas with their state. The primary that comes next has a higher data loss
        /// number in its epoch, and its service's <c>OnDataLossAsync</c> is called before anybody reads or writes.
        /// </summary>
        /// <param name="operationId">A new id, under which the progress is found: the last 1,024 faults are
        /// kept.</param>
        /// <param name="partitionSelector">The partition, which must be ready.</param>
        /// <param name="dataLossMode">How much is lost.</param>
        /// <param name="operationTimeout">The longest wait for each of two answers.</param>
        /// <param name="cancellationToken">Ends the wait, not the loss.</param>
        /// <returns>A task that ends when the loss has begun.</returns>
        /// <exception cref="ArgumentException">The mode is neither partial nor full.</exception>
        /// <exception cref="ArgumentNullException">The selector is null.</exception>
        /// <exception cref="FabricException">The id is known (<c>TestCommandOperationIdAlreadyExists</c>).</exception>
        /// <exception cref="FabricInvalidForStatelessServicesException">The service is stateless.</exception>
        /// <exception cref="FabricInvalidPartitionSelectorException">There is no such partition.</exception>
        /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again with the same
        /// id.</exception>
        /// <exception cref="InvalidOperationException">The partition is not ready; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time; the loss may have begun.</exception>
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
            await _gateway.StartDataLossAsync(partition,
                new() { OperationId = operationId, Mode = dataLossMode.ToString() }, operationTimeout,
                cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Gets how far a data loss is. See the overload with all parameters.</summary>
        /// <param name="operationId">The id that the loss was started with.</param>
        /// <returns>The progress at the time of the answer.</returns>
        public Task<PartitionDataLossProgress> GetPartitionDataLossProgressAsync(Guid operationId) =>
            GetPartitionDataLossProgressAsync(operationId, TimeoutDefault, CancellationToken.None);

        /// <summary>Gets how far a data loss is. See the overload with all parameters.</summary>
        /// <param name="operationId">The id that the loss was started with.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <returns>The progress at the time of the answer.</returns>
        public Task<PartitionDataLossProgress> GetPartitionDataLossProgressAsync(Guid operationId, TimeSpan timeout) =>
            GetPartitionDataLossProgressAsync(operationId, timeout, CancellationToken.None);

        /// <summary>Gets how far a data loss is. See the overload with all parameters.</summary>
        /// <param name="operationId">The id that the loss was started with.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The progress at the time of the answer.</returns>
        public Task<PartitionDataLossProgress> GetPartitionDataLossProgressAsync(
            Guid operationId, CancellationToken cancellationToken) =>
            GetPartitionDataLossProgressAsync(operationId, TimeoutDefault, cancellationToken);

        /// <summary>
        /// Gets how far a data loss is: Running until the partition serves again, then Completed; Faulted if its
        /// service was deleted meanwhile.
        /// </summary>
        /// <param name="operationId">The id that the loss was started with.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>The progress at the time of the answer.</returns>
        /// <exception cref="FabricElementNotFoundException">There is no such operation, or it is older than those that
        /// are kept.</exception>
        /// <exception cref="FabricTransientException">No gateway answers at present; try again.</exception>
        /// <exception cref="TimeoutException">No answer came in time.</exception>
        public async Task<PartitionDataLossProgress> GetPartitionDataLossProgressAsync(
            Guid operationId, TimeSpan timeout, CancellationToken cancellationToken)
        {
            var now = await _gateway.GetTestCommandAsync(operationId, timeout, cancellationToken)
                .ConfigureAwait(false);
            var state = QueryResults.Value<TestCommandProgressState>(now.State);
            var result = state == TestCommandProgressState.Running ? null : new PartitionDataLossResult
            {
                SelectedPartition = new(new(now.Service), now.Partition),
                Exception = state == TestCommandProgressState.Faulted
                    ? new FabricElementNotFoundException($"Partition {now.Partition} of {now.Service} was deleted.",
                        FabricErrorCode.PartitionNotFound) : null,
            };
            return new() { State = state, Result = result };
        }
    }
}
