using System.ServiceModel.Channels;
using System.Threading;
using SfPerf.Platform;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Threading;

namespace System.ServiceModel;

/// <summary>Gives an operation access to the call that it serves, and lets a client add headers to its calls. In a
/// synchronous operation it is bound to the thread; in one that returns a task, and in a scope, it flows over
/// awaits.</summary>
/// <remarks>Unlike in WCF there are no message properties, extensions, security context or request context, and no
/// events.</remarks>
public sealed class OperationContext
{
    private static readonly AsyncLocal<OperationContext?> Flowing = new();

    [ThreadStatic]
    private static OperationContext? _ofThread;

    // Whether any context has headers to send: until then no call asks.
    private static volatile bool _anyOutgoing;

    // A call, or a client's scope: every call of a service makes a context, which is to be small.
    private readonly object _owner;
    private MessageHeaders? _incoming;

    /// <summary>Makes the context of calls by a channel of the caller's own; see
    /// <see cref="OperationContextScope"/>.</summary>
    /// <param name="channel">A channel that a factory of this library made.</param>
    /// <exception cref="ArgumentNullException">The channel is null.</exception>
    /// <exception cref="ArgumentException">The channel is another object's.</exception>
    public OperationContext(IContextChannel channel)
    {
        ArgumentNullException.ThrowIfNull(channel);
        _owner = new ClientScope(channel as ServiceChannel ?? (channel as ServiceProxy)?.Channel
            ?? throw new ArgumentException($"{channel.GetType()} is no channel of a factory.", nameof(channel)));
        _anyOutgoing = true;
    }

    internal OperationContext(DispatchCall call) => _owner = call;

    /// <summary>Gets or sets the context of the operation that runs, or of the innermost scope.</summary>
    /// <value>Null outside operations and scopes. A synchronous operation sees its context on its own thread only, not
    /// in tasks that it starts. To set a context for a while, use <see cref="OperationContextScope"/>.</value>
    public static OperationContext? Current
    {
        get => _ofThread ?? Flowing.Value;
        set
        {
            _ofThread = null;
            Flowing.Value = value;
        }
    }

    /// <summary>Gets the channel to the caller: at a service the one to its client, in a callback the client's
    /// own.</summary>
    /// <value>Null where the transport has no sessions. Closing the channel at a service ends the session once the
    /// operations that run have been answered.</value>
    public IContextChannel? Channel => Call is null ? Own.Channel.Outside : Call.Target.Channel;

    /// <summary>Gets the headers of the request; in a scope of a client those of the last reply, and null
    /// before.</summary>
    public MessageHeaders IncomingMessageHeaders => _incoming ??= Call?.MakeHeaders()!;

    /// <summary>Gets the versions of SOAP and WS-Addressing of the request; in a scope of a client those of the last
    /// reply, and null before.</summary>
    public MessageVersion? IncomingMessageVersion => IncomingMessageHeaders?.MessageVersion;

    /// <summary>Gets the service or callback object that serves the call; null in a context that was made by
    /// hand.</summary>
    public InstanceContext InstanceContext => Call?.Instance!;

    /// <summary>Gets whether the context was made by hand and serves no call.</summary>
    public bool IsUserContext => Call is null;

    /// <summary>Gets the host of the service; null in a callback and in a context that was made by hand.</summary>
    public ServiceHostBase? Host => Call?.Instance.Host;

    /// <summary>Gets the headers that are sent along: at a service with the reply and with callbacks to the caller, in
    /// a scope with every call by the scope's channel.</summary>
    /// <remarks>Not safe for several threads.</remarks>
    public MessageHeaders OutgoingMessageHeaders
    {
        get
        {
            _anyOutgoing = true;
            return Call is null
                ? Own.Outgoing ??= new(Own.Channel.Version)
                : Call.OutgoingHeaders ??= new(Call.Engine.Version);
        }
    }

    /// <summary>Gets the name of the session, as <see cref="IContextChannel.SessionId"/>; null where the transport has
    /// no sessions.</summary>
    public string? SessionId => Call is null ? Own.Channel.SessionId : Call.Target.SessionId;

    internal MessageHeaders? OutgoingHeaders => Call is null ? Own.Outgoing : Call.OutgoingHeaders;

    private DispatchCall? Call => _owner as DispatchCall;

    private ClientScope Own => (ClientScope)_owner;

    /// <summary>Gets the channel by which the other side of this call is called: at a service its client's callbacks,
    /// in a callback the service.</summary>
    /// <typeparam name="T">The callback contract; in a callback the contract of the service.</typeparam>
    /// <returns>A channel that lives as long as the session and may be kept and called after the operation. Any number
    /// of threads may call at once. At a service its calls have the binding's <c>SendTimeout</c>.</returns>
    /// <exception cref="InvalidOperationException">The contract has no callback contract, the transport no session, or
    /// the context was made by hand.</exception>
    /// <exception cref="InvalidCastException">The channel is not of the type.</exception>
    /// <remarks>An operation of a service with <see cref="ConcurrencyMode.Single"/> that waits on its own thread for a
    /// two-way callback would never end: the call throws <see cref="InvalidOperationException"/>. Make the callback
    /// one-way, or use Reentrant or Multiple.</remarks>
    public T GetCallbackChannel<T>()
    {
        if (Call is null)
            throw new InvalidOperationException("The context was made by a client; there is nobody to call back.");
        var contract = Call.Engine.Contract;
        if (Channel is not { } channel || contract.CallbackContractType is not { } callback)
            throw new InvalidOperationException("The contract has no callback contract, or the binding no session.");
        return channel is T typed ? typed : throw new InvalidCastException(
            $"The channel is one of {contract.ContractType} and {callback}, and no {typeof(T)}.");
    }

    /// <summary>Gets the context whose headers go with a call by a channel; null for none.</summary>
    internal static OperationContext? OutgoingOf(ServiceChannel channel)
    {
        if (!_anyOutgoing || Current is not { } context)
            return null;
        var isOf = context.Call is null
            ? context.Own.Channel == channel
            : context.Call.OutgoingHeaders is not null && context.Call.Target.IsOwn(channel);
        return isOf ? context : null;
    }

    /// <summary>Keeps the headers of a client's last reply.</summary>
    internal void TakeReply(MessageHeaders headers)
    {
        if (Call is null)
            Volatile.Write(ref _incoming, headers);
    }

    /// <summary>Makes another context the current one, or none.</summary>
    /// <returns>What was current, for <see cref="Replaced.Restore"/>.</returns>
    internal static Replaced Replace(OperationContext? context)
    {
        var replaced = new Replaced(_ofThread, Flowing.Value, Environment.CurrentManagedThreadId);
        Current = context;
        return replaced;
    }

    internal static Scope Enter(OperationContext? context, bool flows)
    {
        var scope = new Scope(_ofThread, ExecutionContext.Capture());
        if (flows)
        {
            _ofThread = null;
            Flowing.Value = context;
        }
        else
        {
            _ofThread = context;
        }

        return scope;
    }

    /// <summary>Lets go of the instance while an operation of a reentrant service calls its client.</summary>
    /// <exception cref="InvalidOperationException">The service is not reentrant: waiting would never end.</exception>
    internal static Callout BeginCallout(ServiceChannel channel, bool isOneWay)
    {
        if (_ofThread is not { Call: { } call } || isOneWay || !call.Target.IsOwn(channel))
            return default;
        switch (call.Engine.ConcurrencyMode)
        {
            case ConcurrencyMode.Single:
                throw new InvalidOperationException(
                    "This operation would deadlock because the reply cannot be received until the current operation "
                    + "completes. Set ConcurrencyMode to Reentrant or Multiple, or make the callback one-way.");
            case ConcurrencyMode.Reentrant when call.HoldsGate:
                call.Instance.Gate.Release();
                return new(call.Instance.Gate);
            default:
                return default;
        }
    }

    /// <summary>Ends an operation's hold on its thread: what it set in AsyncLocals is not seen by the next one.
    /// </summary>
    internal readonly struct Scope(OperationContext? ofThread, ExecutionContext? flowing) : IDisposable
    {
        public void Dispose()
        {
            _ofThread = ofThread;
            if (flowing is not null)
                ExecutionContext.Restore(flowing);
        }
    }

    /// <summary>Represents what a context made by hand knows.</summary>
    private sealed class ClientScope(ServiceChannel channel)
    {
        internal ServiceChannel Channel { get; } = channel;

        internal MessageHeaders? Outgoing { get; set; }
    }

    /// <summary>Describes what was current before another context.</summary>
    internal readonly struct Replaced(OperationContext? ofThread, OperationContext? flowing, int thread)
    {
        internal void Restore()
        {
            Flowing.Value = flowing;
            // After an await the thread is another, and not the operation's.
            _ofThread = thread == Environment.CurrentManagedThreadId ? ofThread : null;
        }
    }

    internal readonly struct Callout(AsyncGate? gate) : IDisposable
    {
        public void Dispose()
        {
            if (gate is null)
                return;
            var entering = gate.EnterAsync();
            if (!entering.IsCompletedSuccessfully)
                Blocking.Wait(entering.AsTask());
        }
    }
}
