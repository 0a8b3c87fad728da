namespace System.ServiceModel;

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
