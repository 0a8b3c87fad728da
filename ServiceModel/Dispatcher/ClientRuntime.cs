using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Reflection;
using System.ServiceModel.Description;

namespace System.ServiceModel.Dispatcher;

/// <summary>What a client's behaviors are handed while its factory opens; later changes have no effect.</summary>
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

    public Type? CallbackClientType { get; }

    /// <summary>Gets the same inspectors as <see cref="MessageInspectors"/>.</summary>
    public ICollection<IClientMessageInspector> ClientMessageInspectors => MessageInspectors;

    /// <summary>Gets the same operations as <see cref="Operations"/>.</summary>
    public ICollection<ClientOperation> ClientOperations => Operations;

    public Type ContractClientType { get; }

    public string ContractName { get; }

    public string ContractNamespace { get; }

    /// <summary>Gets who sees the messages, in the order they see them.</summary>
    public IList<IClientMessageInspector> MessageInspectors { get; } = new Collection<IClientMessageInspector>();

    public KeyedCollection<string, ClientOperation> Operations { get; } = new Named();

    /// <summary>Gets the address that the factory was given; null if each channel has its own.</summary>
    public Uri? Via { get; }

    private sealed class Named : KeyedCollection<string, ClientOperation>
    {
        protected override string GetKeyForItem(ClientOperation item) => item.Name;
    }
}

/// <summary>One operation of a client while its factory opens.</summary>
public sealed class ClientOperation
{
    private readonly OperationDescription _operation;

    internal ClientOperation(OperationDescription operation, ClientRuntime parent)
    {
        _operation = operation;
        Parent = parent;
    }

    public string Action => _operation.RequestAction.Value;

    public MethodInfo? BeginMethod => _operation.BeginMethod;

    /// <summary>Gets the same inspectors as <see cref="ParameterInspectors"/>.</summary>
    public ICollection<IParameterInspector> ClientParameterInspectors => ParameterInspectors;

    public MethodInfo? EndMethod => _operation.EndMethod;

    public bool IsInitiating => _operation.IsInitiating;

    public bool IsOneWay => _operation.IsOneWay;

    public bool IsTerminating => _operation.IsTerminating;

    public string Name => _operation.Name;

    /// <summary>Gets who sees the parameters; before the call in this order, after it in the other.</summary>
    public IList<IParameterInspector> ParameterInspectors { get; } = new Collection<IParameterInspector>();

    public ClientRuntime Parent { get; }

    public string? ReplyAction => _operation.IsOneWay ? null : _operation.ReplyAction.Value;

    public MethodInfo? SyncMethod => _operation.SyncMethod;

    public MethodInfo? TaskMethod => _operation.TaskMethod;
}
