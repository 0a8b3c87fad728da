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

/// <summary>Changes one operation of a service or client while it opens. An attribute of the contract's method, or of
/// the service's, may implement it.</summary>
public interface IOperationBehavior
{
    void AddBindingParameters(OperationDescription operationDescription, BindingParameterCollection bindingParameters);

    void ApplyClientBehavior(OperationDescription operationDescription, ClientOperation clientOperation);

    void ApplyDispatchBehavior(OperationDescription operationDescription, DispatchOperation dispatchOperation);

    void Validate(OperationDescription operationDescription);
}

/// <summary>Changes all endpoints of a contract while they open. An attribute of the contract, or of the service, may
/// implement it.</summary>
public interface IContractBehavior
{
    void AddBindingParameters(
        ContractDescription contractDescription,
        ServiceEndpoint endpoint,
        BindingParameterCollection bindingParameters);

    void ApplyClientBehavior(
        ContractDescription contractDescription, ServiceEndpoint endpoint, ClientRuntime clientRuntime);

    void ApplyDispatchBehavior(
        ContractDescription contractDescription, ServiceEndpoint endpoint, DispatchRuntime dispatchRuntime);

    void Validate(ContractDescription contractDescription, ServiceEndpoint endpoint);
}
