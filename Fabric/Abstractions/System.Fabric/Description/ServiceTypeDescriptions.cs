#nullable disable

using System.Collections.Generic;
using System.Collections.ObjectModel;

namespace System.Fabric.Description;

/// <summary>A service type as the service manifest declares it.</summary>
public abstract class ServiceTypeDescription
{
    protected internal ServiceTypeDescription(ServiceDescriptionKind kind) => ServiceTypeKind = kind;

    public string ServiceTypeName { get; set; }

    public ServiceDescriptionKind ServiceTypeKind { get; set; }
}

public sealed class StatefulServiceTypeDescription : ServiceTypeDescription
{
    public StatefulServiceTypeDescription()
        : base(ServiceDescriptionKind.Stateful)
    {
    }

    public bool HasPersistedState { get; set; }
}

public sealed class StatelessServiceTypeDescription : ServiceTypeDescription
{
    public StatelessServiceTypeDescription()
        : base(ServiceDescriptionKind.Stateless)
    {
    }

    public bool UseImplicitHost { get; set; }
}

public enum ServiceDescriptionKind
{
    Invalid = 0,
    Stateless = 1,
    Stateful = 2,
}

/// <summary>A type of service groups, named by the activation context. There are none here.</summary>
public sealed class ServiceGroupTypeDescription
{
    public ServiceGroupTypeDescription()
    {
    }

    public ICollection<ServiceGroupTypeMemberDescription> Members { get; } = [];

    public ServiceTypeDescription ServiceTypeDescription { get; set; }

    public bool UseImplicitFactory { get; set; }
}

public sealed class ServiceGroupTypeMemberDescription
{
    public ServiceGroupTypeMemberDescription()
    {
    }

    public string ServiceTypeName { get; set; }
}

internal sealed class ServiceTypeCollection : KeyedCollection<string, ServiceTypeDescription>
{
    protected override string GetKeyForItem(ServiceTypeDescription item) => item.ServiceTypeName;
}

internal sealed class ServiceGroupTypeCollection : KeyedCollection<string, ServiceGroupTypeDescription>
{
    protected override string GetKeyForItem(ServiceGroupTypeDescription item) =>
        item.ServiceTypeDescription.ServiceTypeName;
}
