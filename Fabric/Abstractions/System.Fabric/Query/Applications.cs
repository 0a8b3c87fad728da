#nullable disable

using System.Fabric.Description;
using System.Fabric.Health;

namespace System.Fabric.Query;

/// <summary>An application at the time of the query.</summary>
public sealed class Application
{
    internal Application()
    {
    }

    /// <summary>Gets the name of the application, as <c>fabric:/application</c>.</summary>
    public Uri ApplicationName { get; internal init; }

    /// <summary>Gets the name of its type.</summary>
    public string ApplicationTypeName { get; internal init; }

    /// <summary>Gets the version of its type.</summary>
    public string ApplicationTypeVersion { get; internal init; }

    /// <summary>Gets how far the application is: Creating, Ready or Failed.</summary>
    public ApplicationStatus ApplicationStatus { get; internal init; }

    /// <summary>Gets the health of the application and of all that it contains.</summary>
    public HealthState HealthState { get; internal init; }

    /// <summary>Gets the parameters with which the application was deployed.</summary>
    public ApplicationParameterList ApplicationParameters { get; internal init; }
}

/// <summary>A list of applications.</summary>
public sealed class ApplicationList : PagedList<Application>
{
    /// <summary>Initializes an empty list.</summary>
    public ApplicationList()
    {
    }
}

/// <summary>Says how far an application is.</summary>
public enum ApplicationStatus
{
    /// <summary>No status.</summary>
    Invalid = 0,
    /// <summary>All its partitions are ready.</summary>
    Ready = 1,
    /// <summary>The application is being upgraded. It does not occur here.</summary>
    Upgrading = 2,
    /// <summary>A partition of it is not ready.</summary>
    Creating = 3,
    /// <summary>The application is being deleted. It does not occur here: such an application is not listed.</summary>
    Deleting = 4,
    /// <summary>The application of an earlier start of the cluster cannot be opened; its health tells why.</summary>
    Failed = 5,
}

/// <summary>A service at the time of the query.</summary>
public abstract class Service
{
    internal Service(ServiceKind kind) => ServiceKind = kind;

    /// <summary>Gets whether the service is stateful.</summary>
    public ServiceKind ServiceKind { get; }

    /// <summary>Gets the name of the service, as <c>fabric:/application/service</c>.</summary>
    public Uri ServiceName { get; internal init; }

    /// <summary>Gets the name of its type.</summary>
    public string ServiceTypeName { get; internal init; }

    /// <summary>Gets the version of the service manifest that declares the type.</summary>
    public string ServiceManifestVersion { get; internal init; }

    /// <summary>Gets the health of the service and of its partitions.</summary>
    public HealthState HealthState { get; internal init; }

    /// <summary>Gets the status of the service: always Active here.</summary>
    public ServiceStatus ServiceStatus { get; internal init; }

    /// <summary>Gets false: there are no service groups here.</summary>
    public bool IsServiceGroup { get; internal init; }
}

/// <summary>A stateful service at the time of the query.</summary>
public sealed class StatefulService : Service
{
    internal StatefulService()
        : base(ServiceKind.Stateful)
    {
    }

    /// <summary>Gets whether its replicas keep their state on disk.</summary>
    public bool HasPersistedState { get; internal init; }
}

/// <summary>A stateless service at the time of the query.</summary>
public sealed class StatelessService : Service
{
    internal StatelessService()
        : base(ServiceKind.Stateless)
    {
    }
}

/// <summary>A list of services.</summary>
public sealed class ServiceList : PagedList<Service>
{
    /// <summary>Initializes an empty list.</summary>
    public ServiceList()
    {
    }
}
