#nullable disable

namespace System.Fabric.Health;

/// <summary>Says how well an entity is.</summary>
public enum HealthState
{
    /// <summary>No state; it cannot be reported.</summary>
    Invalid = 0,
    /// <summary>The entity is healthy.</summary>
    Ok = 1,
    /// <summary>Something is wrong, and the entity still works.</summary>
    Warning = 2,
    /// <summary>The entity does not work.</summary>
    Error = 3,
    /// <summary>The state is not known; it cannot be reported.</summary>
    Unknown = 65535,
}
