using System.Collections.Generic;
using System.Collections.ObjectModel;

namespace System.ServiceModel.Description;

/// <summary>A service: its type, endpoints and behaviors.</summary>
public class ServiceDescription
{
    internal ServiceDescription(Type serviceType)
    {
        ServiceType = serviceType;
        Name = serviceType.Name;
    }

    public KeyedByTypeCollection<IServiceBehavior> Behaviors { get; } = [];

    public string ConfigurationName => ServiceType.FullName!;

    public Collection<ServiceEndpoint> Endpoints { get; } = [];

    public string Name { get; set; }

    public string Namespace { get; set; } = "http://tempuri.org/";

    public Type ServiceType { get; }
}
