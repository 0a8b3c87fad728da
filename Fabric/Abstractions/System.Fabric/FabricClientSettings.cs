#nullable disable

namespace System.Fabric;

/// <summary>
/// The settings of a <c>FabricClient</c>. They are read when the client is made. Service Fabric's other settings are
/// absent: a client sends requests over HTTP and has no connection and no cache.
/// </summary>
public sealed class FabricClientSettings
{
    /// <summary>Gets or sets the longest time to connect to one of the client's endpoints.</summary>
    /// <value>More than zero, or infinite; 2 s unless set.</value>
    public TimeSpan ConnectionInitializationTimeout { get; set; } = TimeSpan.FromSeconds(2);
}

/// <summary>Says what a client may do.</summary>
public enum FabricClientRole
{
    /// <summary>No role.</summary>
    Unknown = 0,
    /// <summary>The client may read.</summary>
    User = 1,
    /// <summary>The client may do everything.</summary>
    Admin = 2,
}
