using System.ServiceModel.Description;
using System.Threading;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel;

/// <summary>One service or callback object and the lock its concurrency mode asks for.</summary>
public sealed class InstanceContext
{
    public InstanceContext(object implementation) =>
        UserObject = implementation ?? throw new ArgumentNullException(nameof(implementation));

    public InstanceContext(ServiceHostBase host, object implementation)
        : this(implementation) => Host = host;

    public ServiceHostBase? Host { get; }

    internal object UserObject { get; }

    // Most instances live for one call, which needs none.
    internal AsyncGate Gate =>
        field ?? Interlocked.CompareExchange(ref field, new(1), null) ?? field;

    public object GetServiceInstance() => UserObject;

    internal SessionDispatcher? MakeHandler(
        ContractDescription contract, WireSettings settings, SynchronizationContext? context) =>
        contract.CallbackContractType is null ? null
            : new SessionDispatcher(DispatchEngine.ForCallbacks(contract, this, settings, context), session: null);
}
