using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>The life of hosts, factories, clients and channels: created, opened, then closed, aborted or faulted. An
/// object that was closed or aborted is never opened again.</summary>
/// <remarks>All members may be called from several threads. The synchronous members wait for the asynchronous work and
/// block the calling thread meanwhile. <c>TimeSpan.MaxValue</c> as a timeout means that there is no limit; so does
/// every timeout of 20 days or more.</remarks>
public interface ICommunicationObject
{
    /// <summary>Occurs when the object enters the Closed state, after <c>Close</c> or <c>Abort</c>. It occurs
    /// once.</summary>
    event EventHandler? Closed;

    /// <summary>Occurs once, before the object begins to close or to abort.</summary>
    event EventHandler? Closing;

    /// <summary>Occurs when the object enters the Faulted state: its opening failed, or a session broke. On a channel
    /// it may run on the thread that reads the connection, so a handler should not block.</summary>
    event EventHandler? Faulted;

    /// <summary>Occurs when the object enters the Opened state.</summary>
    event EventHandler? Opened;

    /// <summary>Occurs before the object begins to open.</summary>
    event EventHandler? Opening;

    /// <summary>Gets the current state. It may have changed by the time the caller looks at it.</summary>
    CommunicationState State { get; }

    /// <summary>Ends the object at once, without the exchange that ends a session in order. Connections are cut, and at
    /// a client the calls that wait for a reply fail with <see cref="CommunicationObjectAbortedException"/>. Does
    /// nothing on an object that is closed.</summary>
    void Abort();

    /// <summary>Closes the object within its default close timeout.</summary>
    /// <exception cref="CommunicationObjectFaultedException">The object is in the Faulted state; it is aborted
    /// first.</exception>
    /// <exception cref="TimeoutException">The timeout passed; the object is aborted first.</exception>
    /// <exception cref="CommunicationException">The connection broke while the object was closing; the object is
    /// aborted first.</exception>
    /// <remarks>See <see cref="Close(TimeSpan)"/>.</remarks>
    void Close();

    /// <summary>Closes the object in order. A channel first waits for the replies of its outstanding calls, then ends
    /// its session on the wire and waits for the other side to do so.</summary>
    /// <param name="timeout">The limit of the whole close. Zero or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">The timeout is negative.</exception>
    /// <exception cref="CommunicationObjectFaultedException">The object is in the Faulted state; it is aborted
    /// first.</exception>
    /// <exception cref="TimeoutException">The timeout passed; the object is aborted first.</exception>
    /// <exception cref="CommunicationException">The connection broke while the object was closing; the object is
    /// aborted first.</exception>
    /// <remarks>After an exception other than <see cref="ArgumentOutOfRangeException"/> the object is closed, and there
    /// is nothing to retry. An object that is not yet open is aborted, without an exception. On an object that is
    /// closing or closed the method returns at once; it does not wait for another thread's close.</remarks>
    void Close(TimeSpan timeout);

    /// <summary>Begins to close the object within its default close timeout.</summary>
    /// <param name="callback">Called when the close has ended; null for none.</param>
    /// <param name="state">Handed to the callback as <see cref="IAsyncResult.AsyncState"/>.</param>
    /// <returns>What <see cref="EndClose"/> takes.</returns>
    IAsyncResult BeginClose(AsyncCallback? callback, object? state);

    /// <summary>Begins to close the object. Errors are thrown by <see cref="EndClose"/>, also that of a negative
    /// timeout.</summary>
    /// <param name="timeout">The limit of the whole close. Zero or more.</param>
    /// <param name="callback">Called when the close has ended; null for none.</param>
    /// <param name="state">Handed to the callback as <see cref="IAsyncResult.AsyncState"/>.</param>
    /// <returns>What <see cref="EndClose"/> takes.</returns>
    IAsyncResult BeginClose(TimeSpan timeout, AsyncCallback? callback, object? state);

    /// <summary>Waits for the end of a close and throws what it failed with; see
    /// <see cref="Close(TimeSpan)"/>.</summary>
    /// <param name="result">What <c>BeginClose</c> returned.</param>
    void EndClose(IAsyncResult result);

    /// <summary>Opens the object within its default open timeout.</summary>
    /// <remarks>See <see cref="Open(TimeSpan)"/>.</remarks>
    void Open();

    /// <summary>Opens the object. A channel over sessions connects, or takes a kept connection, and the service
    /// acknowledges the session.</summary>
    /// <param name="timeout">The limit of the opening of a channel. Zero or more. Hosts and factories do not apply
    /// it.</param>
    /// <exception cref="ArgumentOutOfRangeException">The timeout is negative.</exception>
    /// <exception cref="InvalidOperationException">The object is opening or open.</exception>
    /// <exception cref="ObjectDisposedException">The object was closed.</exception>
    /// <exception cref="CommunicationObjectAbortedException">The object was aborted.</exception>
    /// <exception cref="CommunicationObjectFaultedException">The object is in the Faulted state.</exception>
    /// <exception cref="EndpointNotFoundException">Nobody listens at the address, or the service has no endpoint at the
    /// path.</exception>
    /// <exception cref="TimeoutException">The timeout passed.</exception>
    /// <remarks>When the opening fails, the object enters the Faulted state. It cannot be opened again; abort it and
    /// create another to retry.</remarks>
    void Open(TimeSpan timeout);

    /// <summary>Begins to open the object within its default open timeout.</summary>
    /// <param name="callback">Called when the opening has ended; null for none.</param>
    /// <param name="state">Handed to the callback as <see cref="IAsyncResult.AsyncState"/>.</param>
    /// <returns>What <see cref="EndOpen"/> takes.</returns>
    IAsyncResult BeginOpen(AsyncCallback? callback, object? state);

    /// <summary>Begins to open the object. Errors are thrown by <see cref="EndOpen"/>, also those of a wrong
    /// state.</summary>
    /// <param name="timeout">The limit of the opening of a channel. Zero or more. Hosts and factories do not apply
    /// it.</param>
    /// <param name="callback">Called when the opening has ended; null for none.</param>
    /// <param name="state">Handed to the callback as <see cref="IAsyncResult.AsyncState"/>.</param>
    /// <returns>What <see cref="EndOpen"/> takes.</returns>
    IAsyncResult BeginOpen(TimeSpan timeout, AsyncCallback? callback, object? state);

    /// <summary>Waits for the end of an opening and throws what it failed with; see
    /// <see cref="Open(TimeSpan)"/>.</summary>
    /// <param name="result">What <c>BeginOpen</c> returned.</param>
    void EndOpen(IAsyncResult result);
}

/// <summary>The states of a communication object.</summary>
public enum CommunicationState
{
    /// <summary>The object can be configured and opened.</summary>
    Created,

    /// <summary>The object is being opened. It cannot be used yet.</summary>
    Opening,

    /// <summary>The object can be used.</summary>
    Opened,

    /// <summary>The object is being closed or aborted. New calls fail.</summary>
    Closing,

    /// <summary>The object was closed or aborted, or the service ended the session in order. Create another.</summary>
    Closed,

    /// <summary>The opening failed or the session broke. Only <c>Abort</c> is useful; <c>Close</c> aborts and
    /// throws.</summary>
    Faulted,
}

/// <summary>The members that every channel has, at a client and at a service.</summary>
public interface IContextChannel : IChannel
{
    /// <summary>Gets the address of this side of the channel.</summary>
    /// <value>At a service the address of the endpoint; null at a client.</value>
    EndpointAddress? LocalAddress { get; }

    /// <summary>Gets or sets the limit of one call: from the start of the call, over the opening of the channel where
    /// the call opens it, to the reply.</summary>
    /// <value>The binding's <c>SendTimeout</c> unless set. The value is not checked; a negative one and one of 20 days
    /// or more mean no limit.</value>
    /// <remarks>A call over the limit throws <see cref="TimeoutException"/>. The channel stays open, and a late reply
    /// is dropped. The operation may have run, or may still run: retry only what may run twice. A one-way call waits
    /// for no reply, over http for the status of its answer. While a session's connection holds 1 MiB of unsent
    /// requests, further calls wait to send; that is within the limit, too.</remarks>
    TimeSpan OperationTimeout { get; set; }

    /// <summary>Gets the address of the other side.</summary>
    /// <value>At a client the address given to the factory or to <c>CreateChannel</c>. At a service
    /// <see cref="EndpointAddress.AnonymousUri"/>.</value>
    EndpointAddress? RemoteAddress { get; }

    /// <summary>Gets the name of the session; null over http and with streamed transfer, which have no
    /// sessions.</summary>
    /// <value>A text of the form <c>urn:uuid:...;id=1</c>. It is not sent: the two sides of a session have different
    /// values.</value>
    string? SessionId { get; }
}

/// <summary>A channel by which a client calls a service, or a service calls its client back. Any number of threads may
/// call at once.</summary>
/// <remarks>The channels of a <see cref="ChannelFactory{TChannel}"/> implement this interface beside their contract;
/// cast them to it. The first call opens a channel that is not open, within
/// <see cref="IContextChannel.OperationTimeout"/>. A channel over sessions is Faulted when its session breaks and
/// Closed when the service ends its session in order; a fault or a timeout of a single call changes nothing. A channel
/// over http or with streamed transfer has no session that could break: it stays open whatever its calls come to.
/// <c>Dispose</c> closes the channel and throws what <c>Close</c> throws.</remarks>
public interface IClientChannel : IContextChannel, IDisposable
{
    /// <summary>Gets the address that the channel connects to; the remote address's unless another was given.</summary>
    /// <value>At a service, in a channel to its client, <see cref="EndpointAddress.AnonymousUri"/>.</value>
    Uri Via { get; }
}

/// <summary>A channel whose service may call back.</summary>
/// <remarks>Unlike in WCF, the interface derives from <see cref="IClientChannel"/>, and there are no members for
/// closing one direction of the session.</remarks>
public interface IDuplexContextChannel : IClientChannel
{
    /// <summary>Gets the object that the service calls back; null for a channel without callbacks.</summary>
    InstanceContext? CallbackInstance { get; }
}
