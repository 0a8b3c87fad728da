using System.Collections.ObjectModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;

namespace System.ServiceModel;

/// <summary>Specifies how a service class is instantiated and called.</summary>
/// <remarks>Without the attribute all its defaults hold. Transactions, <c>ConfigurationName</c>,
/// <c>MaxItemsInObjectGraph</c> and other settings of WCF's attribute do not exist here.</remarks>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ServiceBehaviorAttribute : Attribute, IServiceBehavior
{
    /// <summary>Gets or sets the service's name; the type's unless set. It is not sent.</summary>
    public string? Name { get; set; }

    /// <summary>Gets or sets the service's namespace; <c>http://tempuri.org/</c> unless set. It is not sent.</summary>
    public string? Namespace { get; set; }

    /// <summary>Gets or sets how long one instance lives; PerSession unless set.</summary>
    public InstanceContextMode InstanceContextMode { get; set; }

    /// <summary>Gets or sets how many calls may be in one instance; Single unless set.</summary>
    public ConcurrencyMode ConcurrencyMode { get; set; }

    /// <summary>Gets or sets which addresses an endpoint takes; Exact unless set.</summary>
    public AddressFilterMode AddressFilterMode { get; set; }

    /// <summary>Gets or sets whether faults carry the text and the stack of an unexpected exception; false unless set.
    /// The client then gets a <see cref="FaultException{TDetail}"/> of <see cref="ExceptionDetail"/>. For debugging
    /// only: it tells callers how the service is made.</summary>
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

/// <summary>Specifies how a callback object of a duplex client is called. Place it on the class of the
/// object.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class CallbackBehaviorAttribute : Attribute
{
    /// <summary>Gets or sets how many calls may be in the object at once; Single unless set. The object is shared by
    /// the channels of its factory.</summary>
    public ConcurrencyMode ConcurrencyMode { get; set; }

    /// <summary>Gets or sets whether faults carry the text and the stack of an unexpected exception; false unless
    /// set.</summary>
    public bool IncludeExceptionDetailInFaults { get; set; }

    /// <summary>Gets or sets whether callbacks run on the synchronization context that was current when the factory
    /// opened, if there was one; true unless set. A thread of such a context that waits for a call which calls back
    /// waits for itself.</summary>
    public bool UseSynchronizationContext { get; set; } = true;
}

/// <summary>Specifies how many calls may be in one service instance at once.</summary>
/// <remarks>Where each call has its own instance (<see cref="InstanceContextMode.PerCall"/>, and PerSession without
/// sessions), the mode decides only whether calls of one session overlap.</remarks>
public enum ConcurrencyMode
{
    /// <summary>An instance serves one call at a time. Synchronous operations of one session follow each other in
    /// order, whatever their instance; a service waits for one before it reads the next request of the
    /// session.</summary>
    Single,

    /// <summary>An instance serves one call at a time, but another may enter while a synchronous operation waits for a
    /// two-way callback to its client. An operation that returns a task has left the instance at its first await. Calls
    /// of one session may overtake each other.</summary>
    Reentrant,

    /// <summary>An instance serves any number of calls at once and must be safe for several threads. Calls of one
    /// session may overtake each other.</summary>
    Multiple,
}

/// <summary>Specifies how long one service instance lives.</summary>
public enum InstanceContextMode
{
    /// <summary>The instance lives as long as its session. Without sessions (http, streamed transfer) each call has an
    /// instance.</summary>
    PerSession,

    /// <summary>The instance lives as long as one call. It is disposed after the reply was handed to the
    /// connection.</summary>
    PerCall,

    /// <summary>The instance lives as long as the host. This mode is needed for a host that was given an object, which
    /// the host does not dispose.</summary>
    Single,
}

/// <summary>Specifies which addresses an endpoint takes, by the address that a client connects to and by the header To.
/// Only paths are compared, without regard to case.</summary>
public enum AddressFilterMode
{
    /// <summary>The endpoint takes its own path only.</summary>
    Exact,

    /// <summary>The endpoint takes its own path and those below it.</summary>
    Prefix,

    /// <summary>The endpoint takes any address in the header To. The path that a client connects to must be the
    /// endpoint's or below it.</summary>
    Any,
}
