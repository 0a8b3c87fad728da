#nullable disable

using System.Fabric.Description;
using System.Fabric.Health;

namespace System.Fabric.Query;

public sealed class Application
{
    internal Application()
    {
    }

    public Uri ApplicationName { get; internal init; }

    public string ApplicationTypeName { get; internal init; }

    public string ApplicationTypeVersion { get; internal init; }

    public ApplicationStatus ApplicationStatus { get; internal init; }

    public HealthState HealthState { get; internal init; }

    public ApplicationParameterList ApplicationParameters { get; internal init; }
}

public sealed class ApplicationList : PagedList<Application>
{
    public ApplicationList()
    {
    }
}

public enum ApplicationStatus
{
    Invalid = 0,
    Ready = 1,
    Upgrading = 2,
    Creating = 3,
    Deleting = 4,
    Failed = 5,
}

public abstract class Service
{
    internal Service(ServiceKind kind) => ServiceKind = kind;

    public ServiceKind ServiceKind { get; }

    public Uri ServiceName { get; internal init; }

    public string ServiceTypeName { get; internal init; }

    public string ServiceManifestVersion { get; internal init; }

    public HealthState HealthState { get; internal init; }

    public ServiceStatus ServiceStatus { get; internal init; }

    /// <summary>Gets false: there are no service groups here.</summary>
    public bool IsServiceGroup { get; internal init; }
}

public sealed class StatefulService : Service
{
    internal StatefulService()
        : base(ServiceKind.Stateful)
    {
    }

    public bool HasPersistedState { get; internal init; }
}

public sealed class StatelessService : Service
{
    internal StatelessService()
        : base(ServiceKind.Stateless)
    {
    }
}

public sealed class ServiceList : PagedList<Service>
{
    public ServiceList()
    {
    }
}
