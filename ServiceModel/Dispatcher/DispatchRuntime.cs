using System.Collections.ObjectModel;
using System.ServiceModel.Description;

namespace System.ServiceModel.Dispatcher;

/// <summary>The runtime of one endpoint of a service, which behaviors change while the host opens; later changes have
/// no effect. Instance providers, operation invokers and selectors, and message formatters do not exist here.</summary>
public sealed class DispatchRuntime
{
    internal DispatchRuntime(EndpointDispatcher endpoint, ServiceDescription service, ContractDescription contract)
    {
        EndpointDispatcher = endpoint;
        Type = service.ServiceType;
        foreach (var operation in contract.Operations)
        {
            if (!operation.IsCallback)
                Operations.Add(new(operation, this));
        }
    }

    /// <summary>Gets the dispatcher of the endpoint's listener.</summary>
    public ChannelDispatcher ChannelDispatcher => EndpointDispatcher.ChannelDispatcher;

    /// <summary>Gets the dispatcher of the endpoint.</summary>
    public EndpointDispatcher EndpointDispatcher { get; }

    /// <summary>Gets the message inspectors, in the order in which they see requests and replies. With any, all calls
    /// of the endpoint have their messages made objects, in memory.</summary>
    public Collection<IDispatchMessageInspector> MessageInspectors { get; } = [];

    /// <summary>Gets the operations of the contract, by name, without those by which the service calls back.</summary>
    public KeyedCollection<string, DispatchOperation> Operations { get; } = new Named();

    /// <summary>Gets the type of the service.</summary>
    public Type Type { get; }

    private sealed class Named : KeyedCollection<string, DispatchOperation>
    {
        protected override string GetKeyForItem(DispatchOperation item) => item.Name;
    }
}

/// <summary>Represents one operation of a service's endpoint while the host opens.</summary>
public sealed class DispatchOperation
{
    private readonly OperationDescription _operation;

    internal DispatchOperation(OperationDescription operation, DispatchRuntime parent)
    {
        _operation = operation;
        Parent = parent;
    }

    /// <summary>Gets the request's action.</summary>
    public string Action => _operation.RequestAction.Value;

    /// <summary>Gets whether the caller waits for no reply.</summary>
    public bool IsOneWay => _operation.IsOneWay;

    /// <summary>Gets whether the session ends with the operation's reply.</summary>
    public bool IsTerminating => _operation.IsTerminating;

    /// <summary>Gets the name on the wire.</summary>
    public string Name => _operation.Name;

    /// <summary>Gets the parameter inspectors. They run in this order before the call, and in reverse order after
    /// it.</summary>
    public Collection<IParameterInspector> ParameterInspectors { get; } = [];

    /// <summary>Gets the runtime that the operation belongs to.</summary>
    public DispatchRuntime Parent { get; }

    /// <summary>Gets the reply's action; null for a one-way operation.</summary>
    public string? ReplyAction => _operation.IsOneWay ? null : _operation.ReplyAction.Value;
}
