#nullable disable

using System.Collections.Generic;
using System.Collections.ObjectModel;

namespace System.Fabric.Description;

/// <summary>A service type as the service manifest declares it.</summary>
public abstract class ServiceTypeDescription
{
    /// <summary>Initializes the base of a description.</summary>
    /// <param name="kind">The kind of the services.</param>
    protected internal ServiceTypeDescription(ServiceDescriptionKind kind) => ServiceTypeKind = kind;

    /// <summary>Gets or sets the name of the type.</summary>
    public string ServiceTypeName { get; set; }

    /// <summary>Gets or sets whether services of the type are stateful.</summary>
    public ServiceDescriptionKind ServiceTypeKind { get; set; }
}

/// <summary>A type of stateful services as the service manifest declares it.</summary>
public sealed class StatefulServiceTypeDescription : ServiceTypeDescription
{
    /// <summary>Initializes a description without a name.</summary>
    public StatefulServiceTypeDescription()
        : base(ServiceDescriptionKind.Stateful)
    {
    }

    /// <summary>
    /// Gets or sets whether replicas keep their state on disk. Otherwise it is in memory and ends with the replica.
    /// </summary>
    public bool HasPersistedState { get; set; }
}

/// <summary>A type of stateless services as the service manifest declares it.</summary>
public sealed class StatelessServiceTypeDescription : ServiceTypeDescription
{
    /// <summary>Initializes a description without a name.</summary>
    public StatelessServiceTypeDescription()
        : base(ServiceDescriptionKind.Stateless)
    {
    }

    /// <summary>
    /// Gets or sets whether the program is a guest: it registers no type, and its process is the instance.
    /// </summary>
    public bool UseImplicitHost { get; set; }
}

/// <summary>Says whether services keep state.</summary>
public enum ServiceDescriptionKind
{
    /// <summary>No kind.</summary>
    Invalid = 0,
    /// <summary>Services without state, made of instances.</summary>
    Stateless = 1,
    /// <summary>Services with state, made of replicas.</summary>
    Stateful = 2,
}

/// <summary>A type of service groups, named by the activation context. There are none here.</summary>
public sealed class ServiceGroupTypeDescription
{
    /// <summary>Initializes a description without members.</summary>
    public ServiceGroupTypeDescription()
    {
    }

    /// <summary>Gets the members of the group.</summary>
    public ICollection<ServiceGroupTypeMemberDescription> Members { get; } = [];

    /// <summary>Gets or sets the type of the group as a whole.</summary>
    public ServiceTypeDescription ServiceTypeDescription { get; set; }

    /// <summary>Gets or sets what a manifest says of the group's factory. It has no meaning here.</summary>
    public bool UseImplicitFactory { get; set; }
}

/// <summary>A member of a type of service groups. There are none here.</summary>
public sealed class ServiceGroupTypeMemberDescription
{
    /// <summary>Initializes a member without a name.</summary>
    public ServiceGroupTypeMemberDescription()
    {
    }

    /// <summary>Gets or sets the name of the member's service type.</summary>
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
