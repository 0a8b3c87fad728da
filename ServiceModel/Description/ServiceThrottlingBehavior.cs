using System.Collections.ObjectModel;
using System.ServiceModel.Channels;

namespace System.ServiceModel.Description;

/// <summary>How much a service does at once. What is over a limit waits; it is not refused.</summary>
public class ServiceThrottlingBehavior : IServiceBehavior
{
    private int? _instances;

    /// <summary>Gets or sets the calls running at once; 16 per core unless set.</summary>
    public int MaxConcurrentCalls { get; set => field = Positive(value); } = 16 * Environment.ProcessorCount;

    /// <summary>Gets or sets the instances living at once; the sum of the other two unless set.</summary>
    public int MaxConcurrentInstances
    {
        get => _instances ?? (int)Math.Min((long)MaxConcurrentCalls + MaxConcurrentSessions, int.MaxValue);
        set => _instances = Positive(value);
    }

    /// <summary>Gets or sets the sessions open at once; 100 per core unless set.</summary>
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
