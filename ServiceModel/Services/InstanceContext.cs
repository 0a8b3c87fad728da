using System.ServiceModel.Description;
using System.Threading;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel;

/// <summary>A service object, or the callback object of a duplex client, with the lock that its concurrency mode asks
/// for.</summary>
/// <remarks>Unlike in WCF, it is no communication object: it is neither opened nor closed, and it has no
/// extensions.</remarks>
public sealed class InstanceContext
{
    /// <summary>Wraps an object, such as the callback object of a client.</summary>
    /// <param name="implementation">Remains the caller's; nothing here disposes it.</param>
    /// <exception cref="ArgumentNullException">The object is null.</exception>
    public InstanceContext(object implementation) =>
        UserObject = implementation ?? throw new ArgumentNullException(nameof(implementation));

    /// <summary>Wraps an object that belongs to a host.</summary>
    /// <param name="host">What <see cref="Host"/> returns.</param>
    /// <param name="implementation">Remains the caller's; nothing here disposes it.</param>
    /// <exception cref="ArgumentNullException">The object is null.</exception>
    public InstanceContext(ServiceHostBase host, object implementation)
        : this(implementation) => Host = host;

    /// <summary>Gets the host of a service's object; null for a callback object.</summary>
    public ServiceHostBase? Host { get; }

    internal object UserObject { get; }

    // Most instances live for one call, which needs none.
    internal AsyncGate Gate =>
        field ?? Interlocked.CompareExchange(ref field, new(1), null) ?? field;

    /// <summary>Gets the object.</summary>
    public object GetServiceInstance() => UserObject;

    internal SessionDispatcher? MakeHandler(
        ContractDescription contract, WireSettings settings, SynchronizationContext? context) =>
        contract.CallbackContractType is null ? null
            : new SessionDispatcher(DispatchEngine.ForCallbacks(contract, this, settings, context), session: null);
}
