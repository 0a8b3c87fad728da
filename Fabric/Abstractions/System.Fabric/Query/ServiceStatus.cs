#nullable disable

namespace System.Fabric.Query;

/// <summary>Says whether a service keeps state.</summary>
public enum ServiceKind
{
    /// <summary>No kind.</summary>
    Invalid = 0,
    /// <summary>A service without state, made of instances.</summary>
    Stateless = 1,
    /// <summary>A service with state, made of replicas.</summary>
    Stateful = 2,
}

/// <summary>
/// Says what becomes of a service. Queries answer Active only: a service that is deleted is not listed any more.
/// </summary>
public enum ServiceStatus
{
    /// <summary>The status is not known.</summary>
    Unknown = 0,
    /// <summary>The service is there. The status of its partitions says whether it serves.</summary>
    Active = 1,
    /// <summary>The service is being upgraded. It does not occur here.</summary>
    Upgrading = 2,
    /// <summary>The service is being deleted. It does not occur here.</summary>
    Deleting = 3,
    /// <summary>The service is being created. It does not occur here.</summary>
    Creating = 4,
    /// <summary>The service could not be created. It does not occur here.</summary>
    Failed = 5,
}
