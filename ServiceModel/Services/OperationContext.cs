using System.ServiceModel.Channels;
using System.Threading;
using SfPerf.Platform;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Threading;

namespace System.ServiceModel;

/// <summary>What an operation may know of the call it serves. In a synchronous operation it is bound to the
/// thread, in one that returns a task it flows with the task.</summary>
public sealed class OperationContext
{
    private static readonly AsyncLocal<OperationContext?> Flowing = new();

    [ThreadStatic]
    private static OperationContext? _ofThread;

    private readonly DispatchCall _call;

    internal OperationContext(DispatchCall call) => _call = call;

    public static OperationContext? Current
    {
        get => _ofThread ?? Flowing.Value;
        set
        {
            _ofThread = null;
            Flowing.Value = value;
        }
    }

    /// <summary>Gets the channel to the caller: at a service the one to its client, in a callback the client's own.
    /// </summary>
    /// <value>Null where the transport has no sessions.</value>
    public IContextChannel? Channel => _call.Target.Channel;

    public MessageHeaders IncomingMessageHeaders => field ??= _call.MakeHeaders();

    public InstanceContext InstanceContext => _call.Instance;

    public ServiceHostBase? Host => _call.Instance.Host;

    public string? SessionId => _call.Target.SessionId;

    /// <summary>Gets the channel by which the other side of this call is called: at a service its client's callbacks,
    /// in a callback the service.</summary>
    /// <exception cref="InvalidOperationException">The contract has no callback contract, or the transport no
    /// session.</exception>
    public T GetCallbackChannel<T>()
    {
        var contract = _call.Engine.Contract;
        if (Channel is not { } channel || contract.CallbackContractType is not { } callback)
            throw new InvalidOperationException("The contract has no callback contract, or the binding no session.");
        return channel is T typed ? typed : throw new InvalidCastException(
            $"The channel is one of {contract.ContractType} and {callback}, and no {typeof(T)}.");
    }

    internal static Scope Enter(OperationContext context, bool flows)
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
        if (_ofThread is not { } context || isOneWay || !context._call.Target.IsOwn(channel))
            return default;
        switch (context._call.Engine.ConcurrencyMode)
        {
            case ConcurrencyMode.Single:
                throw new InvalidOperationException(
                    "This operation would deadlock because the reply cannot be received until the current operation "
                    + "completes. Set ConcurrencyMode to Reentrant or Multiple, or make the callback one-way.");
            case ConcurrencyMode.Reentrant when context._call.HoldsGate:
                context.InstanceContext.Gate.Release();
                return new(context.InstanceContext.Gate);
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
