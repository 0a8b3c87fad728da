using System.Collections.ObjectModel;
using System.ServiceModel.Description;

namespace System.ServiceModel.Dispatcher;

/// <summary>What a service's behaviors are handed for one endpoint while the host opens; later changes have no effect.
/// </summary>
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

    public ChannelDispatcher ChannelDispatcher => EndpointDispatcher.ChannelDispatcher;

    public EndpointDispatcher EndpointDispatcher { get; }

    /// <summary>Gets who sees the messages, in the order they see them.</summary>
    public Collection<IDispatchMessageInspector> MessageInspectors { get; } = [];

    public KeyedCollection<string, DispatchOperation> Operations { get; } = new Named();

    /// <summary>Gets the type of the service.</summary>
    public Type Type { get; }

    private sealed class Named : KeyedCollection<string, DispatchOperation>
    {
        protected override string GetKeyForItem(DispatchOperation item) => item.Name;
    }
}

/// <summary>One operation of a service's endpoint while the host opens.</summary>
public sealed class DispatchOperation
{
    private readonly OperationDescription _operation;

    internal DispatchOperation(OperationDescription operation, DispatchRuntime parent)
    {
        _operation = operation;
        Parent = parent;
    }

    public string Action => _operation.RequestAction.Value;

    public bool IsOneWay => _operation.IsOneWay;

    public bool IsTerminating => _operation.IsTerminating;

    public string Name => _operation.Name;

    /// <summary>Gets who sees the parameters; before the call in this order, after it in the other.</summary>
    public Collection<IParameterInspector> ParameterInspectors { get; } = [];

    public DispatchRuntime Parent { get; }

    public string? ReplyAction => _operation.IsOneWay ? null : _operation.ReplyAction.Value;
}
