namespace System.ServiceModel;

/// <summary>Says how a callback object of a duplex client is called.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class CallbackBehaviorAttribute : Attribute
{
    public ConcurrencyMode ConcurrencyMode { get; set; }

    public bool IncludeExceptionDetailInFaults { get; set; }

    /// <summary>Gets or sets a value that has no effect: callbacks never run on a captured context here.</summary>
    public bool UseSynchronizationContext { get; set; } = true;
}
