using System.Collections.ObjectModel;
using System.ServiceModel.Channels;

namespace System.ServiceModel.Description;

/// <summary>Limits how many calls, sessions and instances of a service there are at once. Without the behavior its
/// defaults hold.</summary>
/// <remarks>What is over a limit waits, and its socket is not read meanwhile; waiting sessions count among the pending
/// connections of the listener. Without sessions (http, streamed transfer) at most 1000 calls wait; the client of a
/// further one gets <see cref="ServerTooBusyException"/>.</remarks>
public class ServiceThrottlingBehavior : IServiceBehavior
{
    private int? _instances;

    /// <summary>Gets or sets how many calls run at once.</summary>
    /// <value>More than zero; 16 per core unless set.</value>
    public int MaxConcurrentCalls { get; set => field = Positive(value); } = 16 * Environment.ProcessorCount;

    /// <summary>Gets or sets how many instances live at once. As each call or session has one, it is a further limit of
    /// calls (PerCall) or sessions (PerSession).</summary>
    /// <value>More than zero; the sum of the other two unless set.</value>
    /// <remarks>A PerSession service has an instance for each call without a session. A host with endpoints of both
    /// kinds has this limit for each kind.</remarks>
    public int MaxConcurrentInstances
    {
        get => _instances ?? (int)Math.Min((long)MaxConcurrentCalls + MaxConcurrentSessions, int.MaxValue);
        set => _instances = Positive(value);
    }

    /// <summary>Gets or sets how many sessions are open at once.</summary>
    /// <value>More than zero; 100 per core unless set.</value>
    public int MaxConcurrentSessions { get; set => field = Positive(value); } = 100 * Environment.ProcessorCount;

    void IServiceBehavior.AddBindingParameters(
        ServiceDescription serviceDescription,
        ServiceHostBase serviceHostBase,
        Collection<ServiceEndpoint> endpoints,
        BindingParameterCollection bindingParameters)
    {
    }

    void IServiceBehavior.ApplyDispatchBehavior(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase)
    {
    }

    void IServiceBehavior.Validate(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase)
    {
    }

    private static int Positive(int value) =>
        value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
}
