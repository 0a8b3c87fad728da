#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Communication.Runtime;

/// <summary>Listens for the clients of one replica or instance while it has a role that serves.</summary>
/// <remarks>
/// The runtime calls the methods of one listener one after the other; <see cref="Abort"/> alone may come while another
/// method runs. A listener is opened once and then closed or aborted: the next role gets a new one.
/// </remarks>
public interface ICommunicationListener
{
    /// <summary>Stops to accept requests and ends in order.</summary>
    /// <param name="cancellationToken">Cancelled when the replica or instance is aborted.</param>
    /// <returns>
    /// A task that the change of the role, or the closing, waits for without a limit. After 15 s a warning appears in
    /// the partition's health (source <c>CommunicationListener</c>).
    /// </returns>
    /// <remarks>
    /// Called before the replica changes its role and before it is closed. An exception is logged, and the listener is
    /// aborted.
    /// </remarks>
    Task CloseAsync(CancellationToken cancellationToken);

    /// <summary>Starts to listen.</summary>
    /// <param name="cancellationToken">Cancelled when the replica or instance is aborted.</param>
    /// <returns>
    /// The address that clients find by resolving the partition, in a form that these clients understand. Null counts
    /// as an empty address.
    /// </returns>
    /// <remarks>
    /// If it fails, the listeners that have been opened before it, and this one, are aborted. The replica or instance
    /// is opened again later.
    /// </remarks>
    Task<string> OpenAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Ends at once, without waiting for requests. May be called while <see cref="OpenAsync"/> or
    /// <see cref="CloseAsync"/> runs, and after one of them has failed. An exception is logged.
    /// </summary>
    void Abort();
}

/// <summary>Describes a listener of a stateless service: its name, and how it is made.</summary>
public sealed class ServiceInstanceListener
{
    /// <summary>The name of a listener that was given none.</summary>
    public const string DefaultName = "";

    /// <summary>Initializes the description of a listener.</summary>
    /// <param name="createCommunicationListener">Makes the listener when an instance is opened. It may return null, and
    /// then nothing is opened.</param>
    /// <param name="name">The name under which clients find the address; different for each listener of a
    /// service.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public ServiceInstanceListener(
        Func<StatelessServiceContext, ICommunicationListener> createCommunicationListener, string name = "")
    {
        ArgumentNullException.ThrowIfNull(createCommunicationListener);
        ArgumentNullException.ThrowIfNull(name);
        CreateCommunicationListener = createCommunicationListener;
        Name = name;
    }

    /// <summary>Gets the function that makes the listener.</summary>
    public Func<StatelessServiceContext, ICommunicationListener> CreateCommunicationListener { get; }

    /// <summary>Gets the name under which clients find the address.</summary>
    public string Name { get; }
}

/// <summary>Describes a listener of a stateful service: its name, how it is made, and which roles open it.</summary>
public sealed class ServiceReplicaListener
{
    /// <summary>The name of a listener that was given none.</summary>
    public const string DefaultName = "";

    /// <summary>Initializes the description of a listener.</summary>
    /// <param name="createCommunicationListener">Makes the listener, anew for each role that opens it. It may return
    /// null, and then nothing is opened.</param>
    /// <param name="name">The name under which clients find the address; different for each listener of a
    /// service.</param>
    /// <param name="listenOnSecondary">Whether active secondaries open the listener as well as the primary; false
    /// unless set.</param>
    /// <exception cref="ArgumentNullException">The function or the name is null.</exception>
    public ServiceReplicaListener(
        Func<StatefulServiceContext, ICommunicationListener> createCommunicationListener,
        string name = "",
        bool listenOnSecondary = false)
    {
        ArgumentNullException.ThrowIfNull(createCommunicationListener);
        ArgumentNullException.ThrowIfNull(name);
        CreateCommunicationListener = createCommunicationListener;
        Name = name;
        ListenOnSecondary = listenOnSecondary;
    }

    /// <summary>Gets the function that makes the listener.</summary>
    public Func<StatefulServiceContext, ICommunicationListener> CreateCommunicationListener { get; }

    /// <summary>Gets the name under which clients find the address.</summary>
    public string Name { get; }

    /// <summary>Gets whether active secondaries open the listener as well as the primary.</summary>
    public bool ListenOnSecondary { get; }
}
