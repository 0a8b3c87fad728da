using System.Collections.ObjectModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;

namespace System.ServiceModel;

/// <summary>Says how a service class is instantiated and called.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ServiceBehaviorAttribute : Attribute, IServiceBehavior
{
    /// <summary>Gets or sets the service's name; the type's unless set.</summary>
    public string? Name { get; set; }

    public string? Namespace { get; set; }

    public InstanceContextMode InstanceContextMode { get; set; }

    public ConcurrencyMode ConcurrencyMode { get; set; }

    public AddressFilterMode AddressFilterMode { get; set; }

    /// <summary>Gets or sets whether faults carry an unexpected exception's text and stack.</summary>
    public bool IncludeExceptionDetailInFaults { get; set; }

    /// <summary>Gets or sets whether operations run on the synchronization context that was current when the host
    /// opened, if there was one; true unless set.</summary>
    public bool UseSynchronizationContext { get; set; } = true;

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
}

/// <summary>Says how a callback object of a duplex client is called.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class CallbackBehaviorAttribute : Attribute
{
    public ConcurrencyMode ConcurrencyMode { get; set; }

    public bool IncludeExceptionDetailInFaults { get; set; }

    /// <summary>Gets or sets whether callbacks run on the synchronization context that was current when the factory
    /// opened, if there was one; true unless set. A thread of such a context that waits for a call which calls back
    /// waits for itself.</summary>
    public bool UseSynchronizationContext { get; set; } = true;
}

/// <summary>Says how many threads may be in one service instance.</summary>
public enum ConcurrencyMode
{
    Single,
    Reentrant,
    Multiple,
}

/// <summary>Says how long one service instance lives.</summary>
public enum InstanceContextMode
{
    PerSession,
    PerCall,
    Single,
}

/// <summary>Says which messages an endpoint takes by their To header.</summary>
public enum AddressFilterMode
{
    Exact,
    Prefix,
    Any,
}
