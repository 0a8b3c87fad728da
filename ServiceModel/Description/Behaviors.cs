using System.Collections.ObjectModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Dispatcher;

namespace System.ServiceModel.Description;

/// <summary>Changes a service while it opens.</summary>
public interface IServiceBehavior
{
    void AddBindingParameters(
        ServiceDescription serviceDescription,
        ServiceHostBase serviceHostBase,
        Collection<ServiceEndpoint> endpoints,
        BindingParameterCollection bindingParameters);

    void ApplyDispatchBehavior(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase);

    void Validate(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase);
}

/// <summary>Changes one endpoint of a service or client while it opens.</summary>
public interface IEndpointBehavior
{
    void AddBindingParameters(ServiceEndpoint endpoint, BindingParameterCollection bindingParameters);

    void ApplyClientBehavior(ServiceEndpoint endpoint, ClientRuntime clientRuntime);

    /// <summary>Runs when the listener exists: its Uri carries the real port.</summary>
    void ApplyDispatchBehavior(ServiceEndpoint endpoint, EndpointDispatcher endpointDispatcher);

    void Validate(ServiceEndpoint endpoint);
}
