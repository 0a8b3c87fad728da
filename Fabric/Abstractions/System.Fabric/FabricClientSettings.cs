#nullable disable

namespace System.Fabric;

public sealed class FabricClientSettings
{
    /// <summary>Gets or sets the longest time to connect to one of the given endpoints; 2 s unless set.</summary>
    public TimeSpan ConnectionInitializationTimeout { get; set; } = TimeSpan.FromSeconds(2);
}

public enum FabricClientRole
{
    Unknown = 0,
    User = 1,
    Admin = 2,
}
