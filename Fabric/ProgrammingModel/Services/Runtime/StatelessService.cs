#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>
/// The base of a stateless service. One object serves one instance for as long as the instance is open.
/// </summary>
/// <remarks>
/// <para>The runtime makes the object with the factory that was given to <c>ServiceRuntime.RegisterServiceAsync</c>. It
/// calls the overrides of one instance one after the other, with two exceptions: <see cref="RunAsync"/> runs in the
/// background, and <see cref="OnAbort"/> may come while another override runs. The order is:</para>
/// <para>Open: <see cref="CreateServiceInstanceListeners"/> is called, the listeners are opened in order,
/// <see cref="RunAsync"/> is started, <see cref="OnOpenAsync"/> is called.</para>
/// <para>Close: the listeners are closed in order, the token of <see cref="RunAsync"/> is cancelled and its end is
/// awaited, <see cref="OnCloseAsync"/> is called.</para>
/// <para>An instance that cannot be opened is aborted. The runtime opens it again, with a new object and the same id,
/// after a pause of 100 ms that doubles with each failure up to 10 s. When the host process ends, a new instance with a
/// new id takes its place.</para>
/// </remarks>
public abstract class StatelessService
{
    private volatile IReadOnlyDictionary<string, string> _addresses = new Dictionary<string, string>();

    /// <summary>Initializes the service of one instance.</summary>
    /// <param name="serviceContext">What the runtime gives to the factory.</param>
    /// <exception cref="ArgumentNullException">The context is null.</exception>
    protected StatelessService(StatelessServiceContext serviceContext)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        Context = serviceContext;
    }

    /// <summary>Gets the context of the instance: its service, partition, instance id, node and code package.</summary>
    public StatelessServiceContext Context { get; }

    /// <summary>Gets the partition, for its keys and for reports of load, faults and health.</summary>
    /// <value>Null in the constructor; set before any override is called.</value>
    protected IStatelessServicePartition Partition { get; private set; }

    internal void SetPartition(IStatelessServicePartition partition) => Partition = partition;

    internal void SetAddresses(IReadOnlyDictionary<string, string> addresses) => _addresses = addresses;

    internal IEnumerable<ServiceInstanceListener> InvokeCreateServiceInstanceListeners() =>
        CreateServiceInstanceListeners() ?? [];

    internal Task InvokeOnOpenAsync(CancellationToken cancellationToken) => OnOpenAsync(cancellationToken);

    internal Task InvokeRunAsync(CancellationToken cancellationToken) => RunAsync(cancellationToken);

    internal Task InvokeOnCloseAsync(CancellationToken cancellationToken) => OnCloseAsync(cancellationToken);

    internal void InvokeOnAbort() => OnAbort();

    /// <summary>Gets the addresses of the listeners that are open now, by listener name.</summary>
    /// <returns>A snapshot that does not change; empty while no listener is open.</returns>
    protected IReadOnlyDictionary<string, string> GetAddresses() => _addresses;

    /// <summary>
    /// Names the listeners through which clients reach the instance. Called once, when the instance is opened.
    /// </summary>
    /// <returns>
    /// The listeners in the order in which they are opened; none unless overridden. Null, also as an element, counts as
    /// none.
    /// </returns>
    /// <remarks>
    /// Names must differ: a second listener of the same name makes the opening fail. A listener whose function returns
    /// null is passed over.
    /// </remarks>
    protected virtual IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() => [];

    /// <summary>Called once when the instance is opened, after its listeners are open.</summary>
    /// <param name="cancellationToken">Cancelled when the instance is aborted.</param>
    /// <returns>A task that the opening waits for. Clients find the instance only when it has ended.</returns>
    /// <remarks><see cref="RunAsync"/> has been started before and may run at the same time.</remarks>
    protected virtual Task OnOpenAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>
    /// Does the background work of the instance. It is started on a thread of the pool once the listeners are open.
    /// </summary>
    /// <param name="cancellationToken">Cancelled when the instance is closed or aborted. The method must end soon after
    /// that, normally or by an <see cref="OperationCanceledException"/>.</param>
    /// <returns>A task that may end at any time: an instance whose task has ended goes on serving.</returns>
    /// <remarks>
    /// <para>Closing waits for the end without a limit. After 15 s a warning appears in the partition's health (source
    /// <c>RunAsync</c>) and is repeated every 15 s.</para>
    /// <para>A <see cref="FabricException"/> is logged, is shown as a warning in the partition's health for 2 minutes,
    /// and makes the runtime abort the instance and open it again. Any other exception, and a cancellation that the
    /// token did not ask for, ends the host process with everything in it.</para>
    /// </remarks>
    protected virtual Task RunAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>
    /// Called once when the instance is closed in order, after its listeners are closed and <see cref="RunAsync"/> has
    /// ended.
    /// </summary>
    /// <param name="cancellationToken">Cancelled when the instance is aborted.</param>
    /// <returns>A task that the closing waits for.</returns>
    /// <remarks>
    /// A host process that the cluster ends in order gives all its instances 2 s together to close. A process that is
    /// killed calls nothing.
    /// </remarks>
    protected virtual Task OnCloseAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>
    /// Called when the instance is given up without waiting: after a failure, after a reported fault or by an order of
    /// the cluster. It should free what the service holds and must not wait.
    /// </summary>
    /// <remarks>
    /// Called on a thread of the pool, possibly while another override runs. The listeners have been aborted and the
    /// token of <see cref="RunAsync"/> has been cancelled; its end is not awaited.
    /// </remarks>
    protected virtual void OnAbort()
    {
    }
}
