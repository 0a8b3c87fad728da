using System.Collections.ObjectModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Dispatcher;

namespace System.ServiceModel.Description;

/// <summary>Changes a service while it opens. An attribute of the service's class, or an object given to
/// <see cref="ServiceHost"/>, may implement it.</summary>
/// <remarks>While a host opens, <see cref="Validate"/> runs first, once. <see cref="AddBindingParameters"/> then runs
/// for each endpoint before it takes its address, and <see cref="ApplyDispatchBehavior"/> once, when all addresses are
/// taken and before anything is accepted. An exception fails the opening.</remarks>
public interface IServiceBehavior
{
    /// <summary>Runs once for each endpoint. Nothing reads what is added to the parameters here.</summary>
    /// <param name="serviceDescription">The service.</param>
    /// <param name="serviceHostBase">The host, which is opening.</param>
    /// <param name="endpoints">All endpoints of the service.</param>
    /// <param name="bindingParameters">An empty collection that is dropped afterwards.</param>
    void AddBindingParameters(
        ServiceDescription serviceDescription,
        ServiceHostBase serviceHostBase,
        Collection<ServiceEndpoint> endpoints,
        BindingParameterCollection bindingParameters);

    /// <summary>May add error handlers and inspectors to the host's <see cref="ServiceHostBase.ChannelDispatchers"/>,
    /// whose listeners have their real ports.</summary>
    /// <param name="serviceDescription">The service.</param>
    /// <param name="serviceHostBase">The host, which is opening.</param>
    void ApplyDispatchBehavior(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase);

    /// <summary>Checks the service before any address is taken.</summary>
    /// <param name="serviceDescription">The service.</param>
    /// <param name="serviceHostBase">The host, which is opening.</param>
    void Validate(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase);
}

/// <summary>Changes one endpoint of a service or client while it opens. It is added to
/// <see cref="ServiceEndpoint.Behaviors"/>.</summary>
/// <remarks><see cref="Validate"/> and <see cref="AddBindingParameters"/> run first, on both sides. Behaviors of the
/// contract run before those of the endpoint, and these before those of the operations. An exception fails the
/// opening.</remarks>
public interface IEndpointBehavior
{
    /// <summary>Runs before the endpoint opens. Nothing reads what is added to the parameters here.</summary>
    /// <param name="endpoint">The endpoint.</param>
    /// <param name="bindingParameters">A collection that is dropped afterwards.</param>
    void AddBindingParameters(ServiceEndpoint endpoint, BindingParameterCollection bindingParameters);

    /// <summary>Runs while a factory opens: adds inspectors to the calls of its channels.</summary>
    /// <param name="endpoint">The factory's endpoint.</param>
    /// <param name="clientRuntime">Later changes of it have no effect.</param>
    void ApplyClientBehavior(ServiceEndpoint endpoint, ClientRuntime clientRuntime);

    /// <summary>Runs while a host opens, when the listener exists: its <c>Uri</c> has the real port.</summary>
    /// <param name="endpoint">The service's endpoint.</param>
    /// <param name="endpointDispatcher">Later changes of it have no effect.</param>
    void ApplyDispatchBehavior(ServiceEndpoint endpoint, EndpointDispatcher endpointDispatcher);

    /// <summary>Checks the endpoint before it opens.</summary>
    /// <param name="endpoint">The endpoint.</param>
    void Validate(ServiceEndpoint endpoint);
}

/// <summary>Changes one operation of a service or client while it opens. An attribute of the contract's method, or of
/// the service's, may implement it.</summary>
public interface IOperationBehavior
{
    /// <summary>Runs before the endpoint opens. Nothing reads what is added to the parameters here.</summary>
    /// <param name="operationDescription">The operation.</param>
    /// <param name="bindingParameters">A collection that is dropped afterwards.</param>
    void AddBindingParameters(OperationDescription operationDescription, BindingParameterCollection bindingParameters);

    /// <summary>Runs while a factory opens: adds inspectors to the calls of the operation.</summary>
    /// <param name="operationDescription">The operation.</param>
    /// <param name="clientOperation">Later changes of it have no effect.</param>
    void ApplyClientBehavior(OperationDescription operationDescription, ClientOperation clientOperation);

    /// <summary>Runs while a host opens: adds inspectors to the calls of the operation.</summary>
    /// <param name="operationDescription">The operation.</param>
    /// <param name="dispatchOperation">Later changes of it have no effect.</param>
    void ApplyDispatchBehavior(OperationDescription operationDescription, DispatchOperation dispatchOperation);

    /// <summary>Checks the operation before its endpoint opens.</summary>
    /// <param name="operationDescription">The operation.</param>
    void Validate(OperationDescription operationDescription);
}

/// <summary>Changes all endpoints of a contract while they open. An attribute of the contract, or of the service, may
/// implement it.</summary>
public interface IContractBehavior
{
    /// <summary>Runs before an endpoint opens. Nothing reads what is added to the parameters here.</summary>
    /// <param name="contractDescription">The contract.</param>
    /// <param name="endpoint">The endpoint.</param>
    /// <param name="bindingParameters">A collection that is dropped afterwards.</param>
    void AddBindingParameters(
        ContractDescription contractDescription,
        ServiceEndpoint endpoint,
        BindingParameterCollection bindingParameters);

    /// <summary>Runs while a factory opens: adds inspectors to the calls of its channels.</summary>
    /// <param name="contractDescription">The contract.</param>
    /// <param name="endpoint">The factory's endpoint.</param>
    /// <param name="clientRuntime">Later changes of it have no effect.</param>
    void ApplyClientBehavior(
        ContractDescription contractDescription, ServiceEndpoint endpoint, ClientRuntime clientRuntime);

    /// <summary>Runs while a host opens, when the listener exists: adds inspectors to the calls of the
    /// endpoint.</summary>
    /// <param name="contractDescription">The contract.</param>
    /// <param name="endpoint">The service's endpoint.</param>
    /// <param name="dispatchRuntime">Later changes of it have no effect.</param>
    void ApplyDispatchBehavior(
        ContractDescription contractDescription, ServiceEndpoint endpoint, DispatchRuntime dispatchRuntime);

    /// <summary>Checks the contract before an endpoint opens.</summary>
    /// <param name="contractDescription">The contract.</param>
    /// <param name="endpoint">The endpoint.</param>
    void Validate(ContractDescription contractDescription, ServiceEndpoint endpoint);
}
