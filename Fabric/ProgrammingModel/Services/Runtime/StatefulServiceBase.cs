#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>
/// The base of a stateful service whose state provider is chosen by the derived class. One object serves one replica
/// for as long as the replica is open.
/// </summary>
/// <remarks>
/// <para>The runtime makes the object with the factory that was given to <c>ServiceRuntime.RegisterServiceAsync</c>. It
/// calls the overrides of one replica one after the other, with two exceptions: <see cref="RunAsync"/> runs in the
/// background, and <see cref="OnAbort"/> may come while another override runs. The order is:</para>
/// <para>Open: the state provider is opened, then <see cref="OnOpenAsync"/> is called.</para>
/// <para>The replica becomes primary: open listeners are closed, the state provider changes its role, all listeners are
/// created and opened in order, <see cref="RunAsync"/> is started, <see cref="OnChangeRoleAsync"/> is called.</para>
/// <para>The replica gets another role: listeners are closed, the state provider changes its role, the token of
/// <see cref="RunAsync"/> is cancelled and its end is awaited, an active secondary opens the listeners with
/// <c>ListenOnSecondary</c>, <see cref="OnChangeRoleAsync"/> is called.</para>
/// <para>Close: listeners are closed, <see cref="OnCloseAsync"/> is called, the state provider is closed, the token of
/// <see cref="RunAsync"/> is cancelled and its end is awaited.</para>
/// <para>An override that throws, except as <see cref="RunAsync"/> and <see cref="OnAbort"/> say, makes the runtime
/// abort the replica. It opens the replica again, with a new object and the same id, after a pause of 100 ms that
/// doubles with each failure up to 10 s. An override that takes longer than 15 s is shown in the health of the replica
/// and is not interrupted.</para>
/// </remarks>
public abstract class StatefulServiceBase
{
    private volatile IReadOnlyDictionary<string, string> _addresses = new Dictionary<string, string>();

    /// <summary>Initializes the service of one replica.</summary>
    /// <param name="serviceContext">What the runtime gives to the factory.</param>
    /// <param name="stateProviderReplica">The state provider of this replica, which has not been opened yet. It serves
    /// no other one.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    protected StatefulServiceBase(StatefulServiceContext serviceContext, IStateProviderReplica stateProviderReplica)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        ArgumentNullException.ThrowIfNull(stateProviderReplica);
        Context = serviceContext;
        StateProviderReplica = stateProviderReplica;
    }

    /// <summary>Gets the context of the replica: its service, partition, replica id, node and code package.</summary>
    public StatefulServiceContext Context { get; }

    internal IStateProviderReplica StateProviderReplica { get; }

    /// <summary>Gets the same as <see cref="Context"/>.</summary>
    protected StatefulServiceContext ServiceContext => Context;

    /// <summary>
    /// Gets the partition, for its keys, its read and write status and reports of load, faults and health.
    /// </summary>
    /// <value>Null until the runtime opens the replica; set before <see cref="OnOpenAsync"/> is called.</value>
    protected IStatefulServicePartition Partition { get; private set; }

    /// <summary>
    /// Takes a backup with a timeout of one hour and no cancellation. See the overload with a timeout.
    /// </summary>
    /// <param name="backupDescription">The kind of backup, and the callback that saves it.</param>
    /// <returns>A task that ends when the callback has ended.</returns>
    public Task BackupAsync(BackupDescription backupDescription) =>
        StateProviderReplica.BackupAsync(
            backupDescription.Option, TimeSpan.FromHours(1), CancellationToken.None, backupDescription.BackupCallback);

    /// <summary>
    /// Writes a backup of this replica's state to a local folder and lets the callback save it elsewhere.
    /// </summary>
    /// <param name="backupDescription">The kind of backup, and the callback that saves it. The folder that the callback
    /// gets is deleted when the callback ends. A callback that returns false makes the backup invalid.</param>
    /// <param name="timeout">The longest time for writing the backup, without the callback.
    /// <see cref="Timeout.InfiniteTimeSpan"/> is allowed.</param>
    /// <param name="cancellationToken">Ends the writing; it is passed on to the callback.</param>
    /// <returns>A task that ends when the callback has ended.</returns>
    /// <exception cref="FabricBackupInProgressException">Another backup of this replica is under way. Try again when it
    /// has ended.</exception>
    /// <exception cref="FabricMissingFullBackupException">An incremental backup has nothing to follow: take a full one
    /// first.</exception>
    /// <exception cref="FabricNotPrimaryException">The replica is not the primary. Only the primary takes
    /// backups.</exception>
    /// <exception cref="FabricTransientException">The partition has no write quorum or is being reconfigured. Try
    /// again.</exception>
    /// <exception cref="TimeoutException">The backup was not written in time.</exception>
    /// <exception cref="InvalidOperationException">The callback returned false, or the service is volatile: it has no
    /// backups.</exception>
    /// <remarks>
    /// The errors below are those of a state provider of reliable collections. A replica takes one backup at a time. An
    /// incremental backup holds what was written since the last backup of this object.
    /// </remarks>
    public Task BackupAsync(
        BackupDescription backupDescription, TimeSpan timeout, CancellationToken cancellationToken) =>
        StateProviderReplica.BackupAsync(
            backupDescription.Option, timeout, cancellationToken, backupDescription.BackupCallback);

    internal void SetPartition(IStatefulServicePartition partition) => Partition = partition;

    internal void SetAddresses(IReadOnlyDictionary<string, string> addresses) => _addresses = addresses;

    internal IEnumerable<ServiceReplicaListener> InvokeCreateServiceReplicaListeners() =>
        CreateServiceReplicaListeners() ?? [];

    internal Task InvokeOnOpenAsync(ReplicaOpenMode openMode, CancellationToken cancellationToken) =>
        OnOpenAsync(openMode, cancellationToken);

    internal Task InvokeRunAsync(CancellationToken cancellationToken) => RunAsync(cancellationToken);

    internal Task InvokeOnChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken) =>
        OnChangeRoleAsync(newRole, cancellationToken);

    internal Task InvokeOnCloseAsync(CancellationToken cancellationToken) => OnCloseAsync(cancellationToken);

    internal void InvokeOnAbort() => OnAbort();

    internal Task<bool> InvokeOnDataLossAsync(RestoreContext restoreCtx, CancellationToken cancellationToken) =>
        OnDataLossAsync(restoreCtx, cancellationToken);

    internal Task InvokeOnRestoreCompletedAsync(CancellationToken cancellationToken) =>
        OnRestoreCompletedAsync(cancellationToken);

    /// <summary>Gets the addresses of the listeners that are open now, by listener name.</summary>
    /// <returns>A snapshot that does not change; empty while no listener is open.</returns>
    protected IReadOnlyDictionary<string, string> GetAddresses() => _addresses;

    /// <summary>Names the listeners through which clients reach the replica.</summary>
    /// <returns>
    /// The listeners in the order in which they are opened; none unless overridden. Null, also as an element, counts as
    /// none.
    /// </returns>
    /// <remarks>
    /// Called once in a replica's life, before its listeners are opened for the first time. The function of each
    /// listener is called anew for each role that opens it; where it returns null, nothing is opened. Names must
    /// differ: a second listener of the same name makes the change of the role fail.
    /// </remarks>
    protected virtual IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() => [];

    /// <summary>
    /// Called once when the replica is opened, after the state provider and before the replica gets a role.
    /// </summary>
    /// <param name="openMode"><c>New</c> for a replica that has no state yet, <c>Existing</c> for one that had been
    /// open before.</param>
    /// <param name="cancellationToken">Cancelled when the replica is aborted.</param>
    /// <returns>
    /// A task that the opening waits for. If it fails, the state provider is closed and the replica is opened again
    /// later.
    /// </returns>
    /// <remarks>The reliable collections cannot be read or written yet. No time limit applies.</remarks>
    protected virtual Task OnOpenAsync(ReplicaOpenMode openMode, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    /// <summary>
    /// Does the background work of the primary. It is started on a thread of the pool each time the replica becomes
    /// primary and writes have been granted to it.
    /// </summary>
    /// <param name="cancellationToken">Cancelled when the replica loses its role, is closed or is aborted. The method
    /// must end soon after that, normally or by an <see cref="OperationCanceledException"/>.</param>
    /// <returns>A task that may end at any time: a replica whose task has ended goes on serving.</returns>
    /// <remarks>
    /// <para>The method may run at the same time as <see cref="OnChangeRoleAsync"/> and as requests that listeners have
    /// accepted. When the replica is closed, it may still run while <see cref="OnCloseAsync"/> runs. The runtime asks
    /// for the write status after 4, 8, ... 512 ms; it does not start the method if the role is lost before.</para>
    /// <para>The runtime waits for the end without a limit before the replica takes another role, so a method that
    /// ignores its token holds up the fail-over of its partition. After 15 s a warning appears in the partition's
    /// health (source <c>RunAsync</c>) and is repeated every 15 s.</para>
    /// <para>A <see cref="FabricException"/> is logged, is shown as a warning in the partition's health for 2 minutes,
    /// and makes the runtime abort the replica and open it again. Any other exception, and a cancellation that the
    /// token did not ask for, ends the host process with all replicas in it.</para>
    /// </remarks>
    protected virtual Task RunAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>
    /// Called after the replica has changed its role: the state provider has the new role, and the listeners of that
    /// role are open.
    /// </summary>
    /// <param name="newRole"><c>Primary</c>, <c>ActiveSecondary</c>, <c>IdleSecondary</c>, or <c>None</c> when the
    /// replica is about to be removed with its state.</param>
    /// <param name="cancellationToken">Cancelled when the replica is aborted.</param>
    /// <returns>
    /// A task that the change of the role waits for. Clients find the new addresses only when it has ended.
    /// </returns>
    /// <remarks>
    /// A new primary has started the wait for its write status before this call, so <see cref="RunAsync"/> may run
    /// already.
    /// </remarks>
    protected virtual Task OnChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    /// <summary>
    /// Called once when the replica is closed in order, after its listeners and before its state provider.
    /// </summary>
    /// <param name="cancellationToken">Cancelled when the replica is aborted.</param>
    /// <returns>A task that the closing waits for.</returns>
    /// <remarks>
    /// <see cref="RunAsync"/> of a primary is cancelled only after this method has ended. A host process that the
    /// cluster ends in order gives all its replicas 2 s together to close. A process that is killed calls nothing.
    /// </remarks>
    protected virtual Task OnCloseAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>
    /// Called when the replica is given up without waiting: after a failure, after a reported fault or by an order of
    /// the cluster. It should free what the service holds, must not wait and should not throw.
    /// </summary>
    /// <remarks>
    /// Called on a thread of the pool, possibly while another override runs. The listeners have been aborted; the state
    /// provider and <see cref="RunAsync"/> follow.
    /// </remarks>
    protected virtual void OnAbort()
    {
    }

    /// <summary>
    /// Called on a new primary when acknowledged writes may have been lost. The service may restore a backup.
    /// </summary>
    /// <param name="restoreCtx">Restores a backup; usable during this call only.</param>
    /// <param name="cancellationToken">Cancelled when the replica is aborted.</param>
    /// <returns>
    /// True if the service has restored its state. The embedded cluster only logs the value: the other replicas are
    /// brought up to date from this one in either case.
    /// </returns>
    /// <remarks>
    /// Nobody can read or write before the call has ended; the listeners are open already. It is called after a
    /// recovery from quorum loss that gives up replicas, when the disks of all replicas are lost, and after a data loss
    /// that a test started. The epoch's data loss number has risen by then. If it fails, the replica is opened again,
    /// and the call is repeated.
    /// </remarks>
    protected virtual Task<bool> OnDataLossAsync(RestoreContext restoreCtx, CancellationToken cancellationToken) =>
        Task.FromResult(false);

    /// <summary>
    /// Called by Service Fabric after its backup service has restored the replica. The embedded cluster has no such
    /// service, so it is not called here: what is to follow a restore of the service's own belongs at the end of
    /// <see cref="OnDataLossAsync"/>.
    /// </summary>
    /// <param name="cancellationToken">Asks the method to end.</param>
    /// <returns>A task that ends when the method has done its work.</returns>
    protected virtual Task OnRestoreCompletedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
