using System.Collections.Generic;
using System.Collections.ObjectModel;

namespace System.ServiceModel.Description;

/// <summary>A service: its type, endpoints and behaviors. It is read while the host opens.</summary>
public class ServiceDescription
{
    internal ServiceDescription(Type serviceType)
    {
        ServiceType = serviceType;
        Name = serviceType.Name;
    }

    /// <summary>Gets the behaviors. The <see cref="ServiceBehaviorAttribute"/> is always there, with its defaults if
    /// the class has none; removing it makes the opening fail.</summary>
    public KeyedByTypeCollection<IServiceBehavior> Behaviors { get; } = [];

    /// <summary>Gets the full name of the type. Configuration files are not read here.</summary>
    public string ConfigurationName => ServiceType.FullName!;

    /// <summary>Gets the endpoints.</summary>
    public Collection<ServiceEndpoint> Endpoints { get; } = [];

    /// <summary>Gets or sets the name, which appears in errors only.</summary>
    public string Name { get; set; }

    /// <summary>Gets or sets the namespace. It has no effect here.</summary>
    public string Namespace { get; set; } = "http://tempuri.org/";

    /// <summary>Gets the class of the service.</summary>
    public Type ServiceType { get; }
}
