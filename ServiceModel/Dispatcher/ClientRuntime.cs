using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Reflection;
using System.ServiceModel.Description;

namespace System.ServiceModel.Dispatcher;

/// <summary>The runtime of a client, which behaviors change while its factory opens; later changes have no effect.
/// Message formatters, operation selectors and channel initializers do not exist here.</summary>
public sealed class ClientRuntime
{
    internal ClientRuntime(ContractDescription contract, Uri? via)
    {
        ContractName = contract.Name;
        ContractNamespace = contract.Namespace;
        ContractClientType = contract.ContractType;
        CallbackClientType = contract.CallbackContractType;
        Via = via;
        foreach (var operation in contract.Operations)
        {
            if (!operation.IsCallback)
                Operations.Add(new(operation, this));
        }
    }

    /// <summary>Gets the contract by which the service calls back; null for none.</summary>
    public Type? CallbackClientType { get; }

    /// <summary>Gets the same inspectors as <see cref="MessageInspectors"/>.</summary>
    public ICollection<IClientMessageInspector> ClientMessageInspectors => MessageInspectors;

    /// <summary>Gets the same operations as <see cref="Operations"/>.</summary>
    public ICollection<ClientOperation> ClientOperations => Operations;

    /// <summary>Gets the type of the contract.</summary>
    public Type ContractClientType { get; }

    /// <summary>Gets the contract's name on the wire.</summary>
    public string ContractName { get; }

    /// <summary>Gets the contract's namespace on the wire.</summary>
    public string ContractNamespace { get; }

    /// <summary>Gets the message inspectors, in the order in which they see requests and replies. With any, all calls
    /// of the factory have their messages made objects, in memory.</summary>
    public IList<IClientMessageInspector> MessageInspectors { get; } = new Collection<IClientMessageInspector>();

    /// <summary>Gets the operations of the contract, by name.</summary>
    public KeyedCollection<string, ClientOperation> Operations { get; } = new Named();

    /// <summary>Gets the address that the factory was given; null if each channel has its own.</summary>
    public Uri? Via { get; }

    private sealed class Named : KeyedCollection<string, ClientOperation>
    {
        protected override string GetKeyForItem(ClientOperation item) => item.Name;
    }
}

/// <summary>Represents one operation of a client while its factory opens.</summary>
public sealed class ClientOperation
{
    private readonly OperationDescription _operation;

    internal ClientOperation(OperationDescription operation, ClientRuntime parent)
    {
        _operation = operation;
        Parent = parent;
    }

    /// <summary>Gets the request's action.</summary>
    public string Action => _operation.RequestAction.Value;

    /// <summary>Gets the method that begins the operation; null for none.</summary>
    public MethodInfo? BeginMethod => _operation.BeginMethod;

    /// <summary>Gets the same inspectors as <see cref="ParameterInspectors"/>.</summary>
    public ICollection<IParameterInspector> ClientParameterInspectors => ParameterInspectors;

    /// <summary>Gets the method that ends the operation; null for none.</summary>
    public MethodInfo? EndMethod => _operation.EndMethod;

    /// <summary>Gets whether the operation may start a session.</summary>
    public bool IsInitiating => _operation.IsInitiating;

    /// <summary>Gets whether the caller waits for no reply.</summary>
    public bool IsOneWay => _operation.IsOneWay;

    /// <summary>Gets whether the session ends with the operation's reply.</summary>
    public bool IsTerminating => _operation.IsTerminating;

    /// <summary>Gets the name on the wire.</summary>
    public string Name => _operation.Name;

    /// <summary>Gets the parameter inspectors. They run in this order before the call, and in reverse order after
    /// it.</summary>
    public IList<IParameterInspector> ParameterInspectors { get; } = new Collection<IParameterInspector>();

    /// <summary>Gets the runtime that the operation belongs to.</summary>
    public ClientRuntime Parent { get; }

    /// <summary>Gets the reply's action; null for a one-way operation.</summary>
    public string? ReplyAction => _operation.IsOneWay ? null : _operation.ReplyAction.Value;

    /// <summary>Gets the method that returns the result itself; null for none.</summary>
    public MethodInfo? SyncMethod => _operation.SyncMethod;

    /// <summary>Gets the method that returns a task; null for none.</summary>
    public MethodInfo? TaskMethod => _operation.TaskMethod;
}
